// Returning to the page, such as an invitation, that a visitor left to sign up or in.
import { sitePath, withNext } from "./sitepaths";
import { router } from "./router.svelte";

const KEY = "next";

/** The path of a sign-up or sign-in page that then returns to the current page. */
export const withReturn = (path = "/account"): string => withNext(path, router.whole);

/** The path to return to; null if there is none. */
export const returnPath = (): string | null => sitePath(router.search.get("next"));

/** The path of another sign-up or sign-in page that returns to the same place as this one. */
export const keepReturn = (path: string): string => withNext(path, returnPath());

/** Keep the path to return to in this tab while the visitor is at a provider; null if there is none. */
export function storeReturnPath(next: string | null): void {
  try {
    if (next === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, next);
  } catch {
    // Without storage, the visitor returns to the usual page.
  }
}

/** The path that was kept while the visitor was at a provider; null if there is none. */
export function takeReturnPath(): string | null {
  try {
    const next = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return sitePath(next);
  } catch {
    return null;
  }
}
