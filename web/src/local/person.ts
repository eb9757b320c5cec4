// The person at this device: a name, kept in local storage.
import type { Me } from "../lib/types";

const KEY = "whistlestop.name";
/** A guest as the server calls them; the page shows it in its language (lib/guests.ts). */
const guest = (): string => `Guest ${1000 + Math.floor(Math.random() * 9000)}`;

let known: string | null = null;

export function me(): Me {
  try {
    known ??= localStorage.getItem(KEY);
  } catch {
    // A browser that keeps nothing.
  }
  return known === null ? rename(guest()) : { id: "local", name: known, account: false, program: false };
}

export function rename(name: string): Me {
  known = name;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Then the name holds until the page is closed.
  }
  return me();
}
