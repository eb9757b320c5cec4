// What every way of becoming somebody ends with.
import { router } from "../lib/router.svelte";
import { session } from "../lib/session.svelte";
import type { Me } from "../lib/types";

/** Be who the server says, and go on from there. */
export function enter(me: Me, to = "/account"): void {
  session.me = me;
  session.ended = null;
  router.go(to);
}

/** Begin anew as a guest: nothing of somebody else's stays on the page. */
export function leave(): void {
  location.assign("/");
}
