// A board in the fragment of a link, so that no site has to store it: JSON, deflated, in URL-safe Base64.
import type { Board } from "./model";

const MARK = "board=";
/** The maximum number of characters of a packed board; some programs cut longer links. */
const PACKED = 16_000;
/** The maximum number of bytes of a board, as on the server. */
const UNPACKED = 131_072;

/** The link cannot be made or read: the board is too large, or there is none. */
export class LinkError extends Error {}

const through = (bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) =>
  new Blob([bytes]).stream().pipeThrough(stream);

/** The path of a link that contains the board. Rejects with LinkError if the board is too large. */
export async function linkTo(board: Board): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(board));
  const made = await new Response(through(text, new CompressionStream("deflate-raw"))).arrayBuffer();
  let binary = "";
  for (const byte of new Uint8Array(made)) binary += String.fromCharCode(byte);
  const packed = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (text.length > UNPACKED || packed.length > PACKED) throw new LinkError("too large");
  return `/studio#${MARK}${packed}`;
}

/** Whether a fragment claims to contain a board. */
export const hasBoard = (fragment: string): boolean => fragment.startsWith(MARK);

/** The data in a fragment, at most `UNPACKED` bytes; the server checks whether it is a board. */
export async function boardIn(fragment: string): Promise<Record<string, unknown>> {
  const packed = fragment.slice(MARK.length);
  if (!/^[\w-]+$/.test(packed) || packed.length > PACKED) throw new LinkError("no board");
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (one) => one.charCodeAt(0));
    const found: unknown = JSON.parse(await limited(through(bytes, new DecompressionStream("deflate-raw"))));
    if (typeof found === "object" && found !== null && !Array.isArray(found)) {
      return found as Record<string, unknown>;
    }
  } catch {
    // Foreign data can fail in many ways; to the user they all mean the same.
  }
  throw new LinkError("no board");
}

/** The text of a stream; stops reading when it becomes too long. */
async function limited(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > UNPACKED) {
      await reader.cancel();
      throw new LinkError("too large");
    }
    text += decoder.decode(value, { stream: true });
  }
}
