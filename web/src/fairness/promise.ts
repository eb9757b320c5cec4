// What a server promises of a shuffle, and what has to come of it (docs/fairness.md).
import { fromHex, hmac, joined, sha256, toHex } from "./sha256";

const DEAL = new TextEncoder().encode("whistlestop deal/1\0");

export const commitment = (seed: string): string => toHex(sha256(fromHex(seed)));

/** The key of a game; a seat without a nonce counts as one of zeros. */
export function dealKey(seed: string, nonces: (string | null)[]): Uint8Array {
  return hmac(fromHex(seed), joined(DEAL, ...nonces.map((nonce) => fromHex(nonce ?? "00".repeat(16)))));
}
