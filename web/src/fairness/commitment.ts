// The commitment to a shuffle, and how to verify it (docs/fairness.md).
import { fromHex, hmac, joined, sha256, toHex } from "./sha256";

const DEAL = new TextEncoder().encode("whistlestop deal/1\0");

export const commitment = (seed: string): string => toHex(sha256(fromHex(seed)));

/** The key of a game. A seat without a nonce has one of zeros. */
export function dealKey(seed: string, nonces: (string | null)[]): Uint8Array {
  return hmac(fromHex(seed), joined(DEAL, ...nonces.map((nonce) => fromHex(nonce ?? "00".repeat(16)))));
}
