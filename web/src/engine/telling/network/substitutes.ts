// Cards in place of others: giving them, and how many are still to be given.

import { NONE } from "../../game";
import type { Telling } from "../parts";

export const substitutes: Telling<"network"> = {
  acted(_before, after) {
    if (after.did !== "give") return null;
    const [card] = after.cards([after.number("did_color")]);
    return [{ event: "gave", seat: after.number("did_by"), card: card!, left: after.number("owed") }];
  },
  view: (facts) => ({
    owed:
      facts.phase === "giving"
        ? {
            seat: facts.number("player"),
            route: facts.route(facts.number("owed_for")),
            cards: facts.number("owed"),
          }
        : null,
  }),
  position: (state) => ({
    owed:
      state.number("owed_for") === NONE
        ? null
        : { route: state.route(state.number("owed_for")), cards: state.number("owed") },
  }),
};
