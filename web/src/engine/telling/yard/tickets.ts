// Tickets: those of a seat, their scores, and the choices of the opening.

import type { YardTicketInfo, YardTicketView } from "../../../lib/types";
import { ticketsCompared } from "../comparing";
import type { Facts, Knowledge } from "../knowledge";
import type { Telling } from "../parts";

const ticket = (facts: Facts, number: number, state: YardTicketView["state"]): YardTicketView => ({
  ...(facts.engine.ruleset.info.tickets[number] as YardTicketInfo),
  state,
});

/** The tickets that a player holds, then those completed. */
export function held(knowledge: Knowledge, player: number): YardTicketView[] {
  const state = knowledge.phase === "over" ? "failed" : "open";
  return [
    ...knowledge.members("tickets", player).map((number) => ticket(knowledge, number, state)),
    ...knowledge.members("declared", player).map((number) => ticket(knowledge, number, "done")),
  ];
}

export const tickets: Telling<"yard"> = {
  view: (knowledge) => ({
    tickets: knowledge.seat === null ? [] : held(knowledge, knowledge.seat),
    offer: knowledge.offer.map((number) => ticket(knowledge, number, "open")),
  }),
  result: (knowledge, player) => ({
    tickets_completed: knowledge.number("completed", player),
    tickets_list: held(knowledge, player)
      .reverse()
      .map((each) => ({ ...each, scored: each.state === "done" ? each.points[0]! : -each.points[0]! })),
  }),
  positionPlayer: (state, player) => ({
    returned: state.tickets(state.members("returned", player)),
    opening_kept: state.number("opening_kept", player),
  }),
  compared: ticketsCompared((end, seat) => {
    const done = end.members("declared", seat);
    const every = [...done, ...end.members("tickets", seat)].sort((a, b) => a - b);
    return new Map(
      every.map((number) => {
        const worth = end.rule("ticket_points", number);
        return [end.engine.ruleset.tickets[number]!, done.includes(number) ? worth : -worth];
      }),
    );
  }),
};
