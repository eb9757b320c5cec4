// Passes: the current pass, and the beginning of the next.

import { NONE } from "../../game";
import type { Facts } from "../knowledge";
import type { Telling } from "../parts";

/** The cards that a player got between two states, by card. */
const got = (before: Facts, after: Facts, player: number): number[] => {
  const had = before.row("hand", player);
  return after.row("hand", player).map((count, card) => count - had[card]!);
};

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

export const passes: Telling<"yard"> = {
  followed(before, after) {
    const { seat } = after;
    if (after.number("pass_index") === before.number("pass_index")) return [];
    return [
      {
        event: "new_pass",
        pass: after.number("pass_index") + 1,
        deck: after.number("deck_size"),
        dealt: after.row("did_dealt").slice(0, after.players),
        cards: seat === null ? null : after.counts(got(before, after, seat)),
        market: after.market,
      },
    ];
  },
  view: (facts) => ({
    pass: facts.number("pass_index") + 1,
    passes: facts.rule("passes", facts.players),
  }),
  position: (state) => ({ pass: state.number("pass_index") + 1 }),
  summary: () => ({ passes: [] }),
  passedOn(summarizer, before, after) {
    if (before.phase !== "declaration" || after.phase === "declaration") return;
    summarizer.more.passes!.push(before.number("turn") + 1);
    if (after.phase === "over") return;
    const { wild } = after.engine;
    const fresh = after.seats.map((seat) => got(before, after, seat));
    const market = after.row("market").filter((card) => card !== NONE);
    const deck = after.row("deck").slice(0, after.number("deck_size"));
    const wilds =
      [...deck, ...market].filter((card) => card === wild).length + sum(fresh.map((cards) => cards[wild]!));
    const pool = deck.length + market.length + sum(fresh.flat());
    for (const [seat, cards] of fresh.entries()) {
      const dealt = sum(cards);
      summarizer.dealt[seat]!.add(dealt, cards[wild]!, pool ? (dealt * wilds) / pool : 0);
    }
  },
};
