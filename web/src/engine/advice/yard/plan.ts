// The cards that a seat's tickets still need, in the card game.

import type { Color, YardPlan, YardTicketPlan } from "../../../lib/types";
import type { Knowledge } from "../../telling/knowledge";

/** Whether the seat may know its stack: the view shows it, or it is empty. */
export function stackKnown(knowledge: Knowledge, seat: number, look: boolean): boolean {
  const { phase } = knowledge;
  return look || phase === "declaration" || phase === "over" || !knowledge.number("stack_size", seat);
}

/** Counts of colored cards by color, without zeros. */
const colors = (knowledge: Knowledge, counts: number[]) =>
  knowledge.counts(counts.map((count) => Math.max(0, count))) as Partial<Record<Color, number>>;

export function yardPlan(knowledge: Knowledge, seat: number, look: boolean): YardPlan {
  const { wild } = knowledge.engine;
  const known = stackKnown(knowledge, seat, look);
  const hand = knowledge.row("hand", seat);
  const stack = knowledge.row("stack", seat);
  let wilds = hand[wild]! + knowledge.row("row_wild", seat).reduce((sum, count) => sum + count, 0);
  let ready = knowledge.row("row_colored", seat);
  if (known) {
    ready = ready.map((count, color) => count + stack[color]!);
    wilds += stack[wild]!;
  }
  const ticket = (number: number, offered: boolean): YardTicketPlan => {
    const { id, points } = knowledge.engine.ruleset.info.tickets[number]!;
    const place = ready.map((have, color) =>
      Math.max(0, knowledge.rule("ticket_need", number, color) - have),
    );
    const draw = place.map((count, color) => count - hand[color]!);
    return {
      id,
      offered,
      points: points[0]!,
      place: colors(knowledge, place),
      draw: colors(knowledge, draw),
    };
  };
  return {
    machine: "yard",
    version: knowledge.number("ply"),
    stack_known: known,
    wilds,
    tickets: [
      ...knowledge.members("tickets", seat).map((number) => ticket(number, false)),
      ...knowledge.offer.map((number) => ticket(number, true)),
    ],
  };
}
