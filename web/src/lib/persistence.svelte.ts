// What stays on this device when the page is closed.
import { isLocal } from "./localids";

export const persistence = $state({
  /** Whether games on this device outlast the page. */
  lasting: true,
  /** Whether all of a static site is stored for use without a network. */
  complete: false,
});

/** Set once the browser has been asked, because some browsers then ask the user. */
const ASKED = "whistlestop.persist";

/** After a move at a table on this device, ask the browser, once, to keep its games when storage runs low. */
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
