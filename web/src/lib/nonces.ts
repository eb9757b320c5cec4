// What this browser adds to the shuffle of a table, and what it was promised before: kept here, where the server cannot
// change it, for the page that checks the shuffle.
import type { TableInfo } from "./types";

export interface Noted {
  commitment: string;
  nonce: string;
}

const KEY = "whistlestop.shuffles";
const MOST = 200;

function all(): Record<string, Noted> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Noted>;
  } catch {
    return {};
  }
}

/** What was noted when this browser sat down. */
export const noted = (table: string): Noted | null => all()[table] ?? null;

/** A number of 128 bits that nobody could foresee, noted with the promise that was there before it. */
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
    // A browser that keeps nothing: the number counts all the same.
  }
  return nonce;
}
