// Zip archives of small text files, read with bounds.
import { strToU8, unzipSync, zipSync } from "fflate";

/** The bytes are not a readable archive, or it is too large. */
export class ZipError extends Error {}

const ENTRIES = 100;
const UNPACKED = 1_000_000;
/** The earliest date in archives, so that the same board gives the same file. */
const DATE = new Date(1980, 0, 1);

/** An archive of texts by name. */
export function zipped(files: Record<string, string>): Blob {
  const content = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
  return new Blob([zipSync(content, { mtime: DATE })], { type: "application/zip" });
}

/** The texts of an archive by name. Throws ZipError. */
export function unzipped(bytes: Uint8Array): Map<string, string> {
  let entries = 0;
  let size = 0;
  try {
    const files = unzipSync(bytes, {
      // These are the sizes that the archive claims; unpacking never exceeds them.
      filter: ({ originalSize }) => {
        size += originalSize;
        if (++entries > ENTRIES)
          throw new ZipError(`the archive has more than ${ENTRIES} entries, the maximum`);
        if (size > UNPACKED)
          throw new ZipError(`the archive is too large; the maximum is ${UNPACKED / 1_000_000} MB`);
        return true;
      },
    });
    const text = new TextDecoder("utf-8", { fatal: true });
    return new Map(Object.entries(files).map(([name, content]) => [name, text.decode(content)]));
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError("the archive cannot be read", { cause: error });
  }
}
