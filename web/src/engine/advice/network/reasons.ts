// Reasons that several mechanisms give, and the reasons of each mechanism for its own actions.

import type { NetworkReason } from "../../../lib/types";
import type { Findings } from "./findings";

/** The reasons for an action, by the first word of its text; the strongest reason first. */
export type Reasons = Record<string, (findings: Findings, action: number) => NetworkReason[]>;

/** The reason that this is the last turn. */
export const last = (findings: Findings): NetworkReason[] =>
  findings.lastTurn ? [{ reason: "last_turn" }] : [];

/** The reason that shows how long the plan takes and how much time is left; empty without a plan or without
 * time to plan for. */
export function time(findings: Findings, onlyTickets = false): NetworkReason[] {
  const size = findings.planner.number(onlyTickets ? "list_goals" : "list_size");
  if (findings.lastTurn || (size === 0 && !onlyTickets)) return [];
  const [turns, left] = findings.toldTurns(size);
  const givenUp = onlyTickets ? [] : findings.knowledge.tickets(findings.unplanned());
  return [
    ...givenUp.map((ticket) => ({ reason: "out_of_plan", ticket }) as const),
    {
      reason: "time",
      turns,
      turns_left: left,
      trains: findings.trains(findings.routes.slice(0, size)),
      trains_left: findings.knowledge.number("trains", findings.seat),
    },
  ];
}
