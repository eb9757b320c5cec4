// Tickets: those that a seat holds, completes or refused, and their scores.

import type { NetworkTicketInfo, NetworkTicketResult, NetworkTicketView } from "../../../lib/types";
import { ticketsCompared } from "../comparing";
import type { Facts, Knowledge } from "../knowledge";
import type { Telling } from "../parts";

/** By the numbers of the engine's `ticket_state`. */
const STATES = ["open", "done", "impossible"] as const;

const info = (facts: Facts, number: number) => facts.engine.ruleset.info.tickets[number] as NetworkTicketInfo;

/** A ticket, and whether the seat has completed it, still can, or no longer can. */
const ticket = (knowledge: Knowledge, seat: number, number: number): NetworkTicketView => ({
  ...info(knowledge, number),
  state: STATES[knowledge.ask("ticket_state", seat, number)]!,
});

const held = (knowledge: Knowledge, seat: number): NetworkTicketView[] =>
  knowledge.members("tickets", seat).map((number) => ticket(knowledge, seat, number));

function scored(knowledge: Knowledge, player: number, number: number): NetworkTicketResult {
  const points = knowledge.ask("ticket_score", player, number);
  return { ...info(knowledge, number), state: points > 0 ? "done" : "failed", scored: points };
}

const done = (knowledge: Knowledge, seat: number): string[] =>
  held(knowledge, seat)
    .filter(({ state }) => state === "done")
    .map(({ id }) => id);

export const tickets: Telling<"network"> = {
  followed(before, after) {
    const { seat } = after;
    if (seat === null || after.number("did_by") !== seat) return [];
    if (!after.members("owned", seat, before).length) return [];
    const earlier = done(before, seat);
    return done(after, seat)
      .filter((id) => !earlier.includes(id))
      .map((id) => ({ event: "ticket_done", seat, ticket: id }));
  },
  view(knowledge) {
    const { offer, seat } = knowledge;
    return {
      tickets: seat === null ? [] : held(knowledge, seat),
      offer: seat === null ? [] : offer.map((number) => ticket(knowledge, seat, number)),
    };
  },
  result: (knowledge, player) => ({
    tickets_completed: knowledge.number("completed", player),
    tickets_list: knowledge.members("tickets", player).map((number) => scored(knowledge, player, number)),
  }),
  position(state) {
    const placed = new Set([
      ...state.row("ticket_deck").slice(0, state.number("ticket_size")),
      ...state.seats.flatMap((seat) => [...state.members("tickets", seat), ...state.offerOf(seat)]),
    ]);
    return { removed: state.engine.ruleset.tickets.filter((_, number) => !placed.has(number)) };
  },
  positionPlayer: (state, player) => ({ refused: state.tickets(state.members("refused", player)) }),
  way: (summarizer, player) => ({
    completed: summarizer.scored.map((state) => state.number("completed", player)),
  }),
  compared: ticketsCompared((end, seat) => {
    const held = end.members("tickets", seat);
    return new Map(
      held.map((number) => [end.engine.ruleset.tickets[number]!, end.ask("ticket_score", seat, number)]),
    );
  }),
};
