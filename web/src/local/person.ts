// The person at this device: a name, kept in local storage.
import type { Me } from "../lib/types";

const KEY = "whistlestop.name";
/** A guest's name, as the server would choose it; the page translates it (lib/guests.ts). */
const guest = (): string => `Guest ${1000 + Math.floor(Math.random() * 9000)}`;

let known: string | null = null;

export function me(): Me {
  try {
    known ??= localStorage.getItem(KEY);
  } catch {
    // This browser stores nothing.
  }
  return known === null ? rename(guest()) : { id: "local", name: known, account: false, program: false };
}

export function rename(name: string): Me {
  known = name;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // The name lasts until the page is closed.
  }
  return me();
}
