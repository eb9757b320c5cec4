// Shared by everything that signs a user in or out.
import { router } from "../lib/router.svelte";
import { session } from "../lib/session.svelte";
import type { Me } from "../lib/types";

/** Switch to the user that the server returned, and open a page. */
export function switchTo(me: Me, to = "/account"): void {
  session.me = me;
  session.ended = null;
  router.go(to);
}

/** Reload as a guest, so that nothing of the previous user stays on the page. */
export function becomeGuest(): void {
  location.assign("/");
}
