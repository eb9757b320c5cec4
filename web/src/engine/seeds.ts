// Seeds as the Python package makes them, so that a seed means the same game and the same worlds in both.

import { sha256 } from "../fairness/sha256";

const text = (words: string) => new TextEncoder().encode(words);

/** The key of a game: 32 bytes are the key, an integer is hashed to one. */
export function keyOf(seed: number | bigint | Uint8Array): Uint8Array {
  if (typeof seed === "number" || typeof seed === "bigint") {
    return sha256(text(`whistlestop game seed\0${BigInt(seed)}`));
  }
  if (seed.length !== 32) throw new RangeError(`a seed of bytes has 32 of them, not ${seed.length}`);
  return seed;
}

const STEP = 0xd1b54a32d192ed03n;

/** The generators of worlds, from number `first`: one independent stream for each. */
export function worldSeeds(seed: number | bigint, first: number, worlds: number): BigUint64Array {
  const digest = sha256(text(`whistlestop worlds ${BigInt(seed)}`));
  const start = new DataView(digest.buffer).getBigUint64(0, true);
  return BigUint64Array.from({ length: worlds }, (_, world) => start + BigInt(first + world) * STEP);
}
