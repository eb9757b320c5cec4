// Mixtures: from which of two decks tickets come.

import { NONE } from "../../game";
import type { Telling } from "../parts";

export const mixtures: Telling<"network"> = {
  acted(before, after) {
    const seat = after.number("did_by");
    if (after.number("did") === NONE && after.phase === "mixing" && before.phase !== "mixing")
      return [{ event: "mixing", seat }];
    if (after.did !== "mix") return null;
    const long = after.number("did_arg");
    return [{ event: "mixed", seat, regular: after.number("offer_size", seat) - long, long }];
  },
  turned: (before, after, seat) =>
    after.did === "mix" && before.phase === "mixing" ? { offered: after.number("offer_size", seat) } : {},
  view: (facts) => ({ long_deck: facts.number("long_size") }),
  player: (facts, player) => ({
    long_tickets: facts.number("long_count", player),
    long_offer: facts.number("offer_long", player),
  }),
};
