// Random numbers of bots: derived from the seed of their table, so that a restart does not change them. These functions
// give the same numbers as the server's (src/whistlestop/fairness.py).
import { fromHex, hmac, joined, sha256 } from "../fairness/sha256";
import { Stream } from "../fairness/stream";

const BOT = new TextEncoder().encode("whistlestop bot/1\0");

/** The seed of the bot on a seat. */
export const botSeed = (seed: string, seat: number): Uint8Array =>
  hmac(fromHex(seed), joined(BOT, Uint8Array.of(seat)));

/** The seed of its choice at a version of the game. */
export function botDice(seed: Uint8Array, version: number): bigint {
  const place = new DataView(new ArrayBuffer(8));
  place.setBigUint64(0, BigInt(version));
  const mixed = hmac(seed, new Uint8Array(place.buffer));
  return new DataView(mixed.buffer).getBigUint64(0) >> 1n;
}

/** A generator for these parts. */
export const dice = (...parts: (number | bigint | string)[]): Stream =>
  new Stream(sha256(new TextEncoder().encode(parts.join(" "))));

/** Whether an event of this probability, in percent, happens. */
export const happens = (stream: Stream, percent: number): boolean => stream.below(100) < percent;
