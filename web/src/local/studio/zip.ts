// Zip archives of small files: written without compression, read with bounds.

/** The bytes are no archive that can be read, or it is too large. */
export class ZipError extends Error {}

const ENTRIES = 100;
const UNPACKED = 1_000_000;
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
/** 1 January 1980: the same board gives the same file. */
const DATE = 0x21;
const UTF8 = 0x800;

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Numbers of two (`s`) or four bytes (`i`), in the order of the format. */
function packed(format: string, ...numbers: number[]): Uint8Array {
  const view = new DataView(
    new ArrayBuffer([...format].reduce((sum, one) => sum + (one === "s" ? 2 : 4), 0)),
  );
  let at = 0;
  for (const [n, one] of [...format].entries()) {
    if (one === "s") view.setUint16(at, numbers[n]!, true);
    else view.setUint32(at, numbers[n]!, true);
    at += one === "s" ? 2 : 4;
  }
  return new Uint8Array(view.buffer);
}

/** An archive of texts by name. */
export function zipped(files: Record<string, string>): Blob {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let length = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [path, text].map((one) => new TextEncoder().encode(one)) as [
      Uint8Array,
      Uint8Array,
    ];
    // Flags, method, time, date, checksum, sizes, length of the name, of further fields.
    const told = [UTF8, 0, 0, DATE, crc32(content), content.length, content.length, name.length, 0];
    directory.push(packed("issssssiiisssssii", CENTRAL, 20, 20, ...told, 0, 0, 0, 0, length), name);
    const head = [packed("isssssiiiss", LOCAL, 20, ...told), name, content];
    parts.push(...head);
    length += head.reduce((sum, one) => sum + one.length, 0);
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0);
  const count = Object.keys(files).length;
  const end = packed("issssiis", END, 0, 0, count, count, size, length, 0);
  return new Blob([...parts, ...directory, end] as BlobPart[], { type: "application/zip" });
}

/** The texts of an archive by name. Rejects with a ZipError. */
export async function unzipped(bytes: Uint8Array): Promise<Map<string, string>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, string>();
  try {
    let end = bytes.length - 22;
    while (view.getUint32(end, true) !== END) end--;
    const count = view.getUint16(end + 10, true);
    if (count > ENTRIES) throw new ZipError(`the archive has ${count} entries; the maximum is ${ENTRIES}`);
    let at = view.getUint32(end + 16, true);
    let left = UNPACKED;
    for (let n = 0; n < count; n++) {
      if (view.getUint32(at, true) !== CENTRAL) throw new ZipError("the archive is damaged");
      const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
      const [named, extra, remark] = [28, 30, 32].map((from) => view.getUint16(at + from, true)) as [
        number,
        number,
        number,
      ];
      const local = view.getUint32(at + 42, true);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + named));
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const content = await inflated(bytes.slice(start, start + size), method, left);
      left -= content.length;
      found.set(name, new TextDecoder("utf-8", { fatal: true }).decode(content));
      at += 46 + named + extra + remark;
    }
  } catch (error) {
    if (error instanceof ZipError) throw error;
    throw new ZipError("the archive cannot be read");
  }
  return found;
}

async function inflated(content: Uint8Array<ArrayBuffer>, method: number, most: number): Promise<Uint8Array> {
  const whole = new Blob([content]).stream();
  const stream = method === 8 ? whole.pipeThrough(new DecompressionStream("deflate-raw")) : whole;
  if (method !== 0 && method !== 8) throw new ZipError("the archive is compressed in an unknown way");
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  for (let length = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new ZipError(`the archive is too large; the maximum is ${UNPACKED / 1_000_000} MB`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}
