// Rows: sidings, robberies, and the cards on the stacks.

import type { Card, Color, Row, YardEvent } from "../../../lib/types";
import { NONE } from "../../game";
import type { Facts } from "../knowledge";
import type { Telling } from "../parts";

const color = (facts: Facts, number: number) => facts.card(number) as Color;

/** A row by the engine's numbers. */
export const row = (facts: Facts, number: number, cards: number, wilds: number): Row => ({
  color: color(facts, number),
  cards,
  wilds,
});

/** The row that an action placed. */
const placed = (after: Facts): Row =>
  row(after, after.number("did_color"), after.number("did_colored"), after.number("did_wild"));

const robbed = (after: Facts) => ({
  victim: after.number("did_rob"),
  ...row(after, after.number("did_color"), after.number("did_rob_colored"), after.number("did_rob_wild")),
});

/** The rows in a player's siding. */
function siding(facts: Facts, player: number): Row[] {
  const wilds = facts.row("row_wild", player);
  return facts
    .row("row_colored", player)
    .flatMap((cards, number) => (cards ? [row(facts, number, cards, wilds[number]!)] : []));
}

export const rows: Telling<"yard"> = {
  acted(_before, after) {
    if (after.did !== "set") return null;
    const seat = after.number("did_by");
    const told: YardEvent[] = [{ event: "placed", seat, rows: [placed(after)] }];
    if (after.number("did_rob") !== NONE) told.push({ event: "robbed", seat, ...robbed(after) });
    return told;
  },
  began(after, live) {
    const cards = after
      .row("did_moved")
      .flatMap((card, place) =>
        card === NONE ? [] : [{ row: color(after, place), card: after.card(card) as Card }],
      );
    if (!cards.length) return [];
    return [
      { event: "moved", seat: after.number("player"), count: cards.length, cards: live ? cards : null },
    ];
  },
  // Hidden from all players until the pass is scored.
  view(knowledge, look) {
    const { phase, seat } = knowledge;
    const hidden = seat === null || !(look || phase === "declaration" || phase === "over");
    return { stack: hidden ? null : knowledge.counts(knowledge.row("stack", seat)) };
  },
  player: (facts, player) => ({
    siding: siding(facts, player),
    stack: facts.number("stack_size", player),
  }),
  result: (facts, player) => ({ stack: facts.counts(facts.row("stack", player)) }),
  positionPlayer: (state, player) => ({
    siding: Object.fromEntries(
      siding(state, player).map(({ color, cards, wilds }) => [
        color,
        { [color]: cards, ...(wilds ? { wild: wilds } : {}) },
      ]),
    ),
    stack: state.counts(state.row("stack", player)),
  }),
  turn: () => ({ placed: [], robbed: null }),
  turned(_before, after) {
    if (after.did !== "set") return null;
    const robs = after.number("did_rob") !== NONE;
    return { placed: [placed(after)], ...(robs ? { robbed: robbed(after) } : {}) };
  },
  way: (summarizer, player) => ({ stack: summarizer.series("stack_size", player) }),
};
