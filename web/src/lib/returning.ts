// Returning to the page, such as an invitation, that a visitor left to sign up or in.
import { own, withNext } from "./next";
import { router } from "./router.svelte";

const KEPT = "next";

/** The path of a sign-up or sign-in page that then returns to the current page. */
export const andBack = (path = "/account"): string => withNext(path, router.whole);

/** The path to return to; null if there is none. */
export const wayBack = (): string | null => own(router.search.get("next"));

/** The path of another sign-up or sign-in page that returns to the same place as this one. */
export const sameWay = (path: string): string => withNext(path, wayBack());

/** Keep the path to return to in this tab while the visitor is at a provider; null if there is none. */
export function keepWay(next: string | null): void {
  try {
    if (next === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, next);
  } catch {
    // Without storage, the visitor returns to the usual page.
  }
}

/** The path that was kept while the visitor was at a provider; null if there is none. */
export function keptWay(): string | null {
  try {
    const next = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return own(next);
  } catch {
    return null;
  }
}
