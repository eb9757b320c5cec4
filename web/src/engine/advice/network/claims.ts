// Reasons to claim a route.

import type { NetworkReason } from "../../../lib/types";
import { NONE } from "../../game";
import { rint } from "../../rounding";
import { last, time, type Reasons } from "./reasons";
import type { Findings } from "./findings";

/** The tickets and other uses of the route. */
export function claim(findings: Findings, number: number): NetworkReason[] {
  const { knowledge } = findings;
  const { id } = knowledge.engine.ruleset.info.routes[number]!;
  const completed = findings.completedBy(number);
  const others = (tickets: number[]) =>
    knowledge.tickets(tickets.filter((ticket) => !completed.includes(ticket)));
  const reasons: NetworkReason[] = [];
  if (completed.length) reasons.push({ reason: "completes", tickets: knowledge.tickets(completed) });
  const onTheWay = others(findings.ticketsBy(number));
  if (onTheWay.length) {
    reasons.push({ reason: "tickets", route: id, tickets: onTheWay });
  } else {
    const tickets = others(findings.waysOver(number));
    if (tickets.length) reasons.push({ reason: "another_way", route: id, tickets });
  }
  if (!reasons.length && findings.joins(number)) reasons.push({ reason: "joins", route: id });
  return [...reasons, { reason: "points", route: id, points: knowledge.rule("route_points", number) }];
}

/** The risk that opponents take the route, if it matters. The planner does not assess it in the last turn. */
function danger(findings: Findings, route: number): NetworkReason[] {
  if (findings.lastTurn) return [];
  const loss = findings.planner.ask("loss_at_stake", route);
  if (loss === NONE) return [];
  const chance = rint(findings.planner.number("danger", route) / 10);
  return [
    { reason: "danger", route: findings.knowledge.route(route), chance, loss: Math.floor(loss / 1000) },
  ];
}

/** The reason that opponents probably need the route, if they do. */
function contested(findings: Findings, route: number): NetworkReason[] {
  if (findings.lastTurn || !findings.planner.ask("is_contested", route)) return [];
  return [{ reason: "contested", route: findings.knowledge.route(route) }];
}

export const claims: Reasons = {
  claim(findings, action) {
    const route = findings.knowledge.rule("action_arg", action);
    return [
      ...last(findings),
      ...claim(findings, route),
      ...danger(findings, route),
      ...contested(findings, route),
      ...time(findings),
    ];
  },
};
