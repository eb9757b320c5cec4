// Train cards: skipping the second draw, and new market cards.

import { refilled } from "../market";
import type { Telling } from "../parts";

export const cards: Telling<"yard"> = {
  acted: (_before, after) =>
    after.did === "stop" ? [{ event: "stopped", seat: after.number("did_by") }] : null,
  // A new pass reports its whole market.
  followed: (before, after) => (before.phase === "declaration" ? [] : refilled(before, after)),
};
