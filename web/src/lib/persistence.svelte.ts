// Whether games on this device outlast the page.
import { isLocal } from "./localids";

export const persistence = $state({ lasting: true });

/** Set once the browser has been asked: some ask the user. */
const ASKED = "whistlestop.persist";

/** After a move at a table of this device, ask the browser once to keep its games when storage runs low. */
export async function protect(table: string): Promise<void> {
  if (!isLocal(table)) return;
  try {
    if (localStorage.getItem(ASKED) !== null) return;
    localStorage.setItem(ASKED, "");
    await navigator.storage.persist();
  } catch {
    // Storage is disabled, or the page has no TLS.
  }
}
