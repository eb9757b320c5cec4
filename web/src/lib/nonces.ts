// The nonces that this browser has added to shuffles, and the commitments it received before that. They are stored
// here, where the server cannot change them, for the page that verifies shuffles.
import type { TableInfo } from "./types";

export interface StoredNonce {
  commitment: string;
  nonce: string;
}

const KEY = "whistlestop.shuffles";
const MOST = 200;

function all(): Record<string, StoredNonce> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, StoredNonce>;
  } catch {
    return {};
  }
}

/** The nonce and commitment that were stored when this browser joined the table. */
export const storedNonce = (table: string): StoredNonce | null => all()[table] ?? null;

/** Create a random 128-bit nonce, and store it with the commitment that preceded it. */
export function nonceFor({ id, shuffle }: TableInfo): string | null {
  if (!shuffle) return null;
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  const entries = Object.entries(all()).filter(([table]) => table !== id);
  try {
    const kept = [...entries.slice(1 - MOST), [id, { commitment: shuffle.commitment, nonce }]];
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Without storage, the nonce still protects the shuffle.
  }
  return nonce;
}
