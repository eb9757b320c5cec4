// Derives seeds like the Python package, so that a seed gives the same game and the same worlds in both.

import { sha256 } from "../fairness/sha256";

export const text = (words: string) => new TextEncoder().encode(words);

/** The key of a game: 32 bytes are used as they are; an integer is hashed. */
export function keyOf(seed: number | bigint | Uint8Array): Uint8Array {
  if (!ArrayBuffer.isView(seed)) return sha256(text(`whistlestop game seed\0${integer(seed)}`));
  if (seed.length !== 32) throw new RangeError(`a seed of bytes has 32 of them, not ${seed.length}`);
  return seed;
}

/** A seed that is an integer. Throws RangeError for other values. */
export function integer(seed: number | bigint): bigint {
  if (typeof seed !== "bigint" && !Number.isInteger(seed)) {
    throw new RangeError(`a seed must be an integer, not ${seed}`);
  }
  return BigInt(seed);
}

/** The number from which a search's world generators start. */
export function worldsStart(seed: number | bigint): bigint {
  return firstWord(sha256(text(`whistlestop worlds ${integer(seed)}`)));
}

/** The first eight bytes as a number. */
export const firstWord = (bytes: Uint8Array): bigint =>
  new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
