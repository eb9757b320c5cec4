// Reasons to keep or to draw tickets.

import type { NetworkReason } from "../../../lib/types";
import { bits } from "../../telling/notation";
import { time, type Reasons } from "./reasons";
import type { Findings } from "./findings";

/** The groups of tickets in which each shares routes with another. */
function together(findings: Findings, paths: Map<number, number[]>): NetworkReason[] {
  const { knowledge } = findings;
  let groups: [members: number[], shared: Set<number>][] = [];
  for (const [ticket, path] of paths) {
    const members = [ticket];
    const shared = new Set<number>();
    const rest: typeof groups = [];
    for (const group of groups) {
      const [others, common] = group;
      const both = path.filter((route) => others.some((other) => paths.get(other)!.includes(route)));
      if (!both.length) {
        rest.push(group);
        continue;
      }
      members.push(...others);
      for (const route of [...common, ...both]) shared.add(route);
    }
    groups = [...rest, [members, shared]];
  }
  return groups
    .filter(([members]) => members.length > 1)
    .map(([members, shared]) => ({
      reason: "together",
      tickets: knowledge.tickets([...paths.keys()].filter((ticket) => members.includes(ticket))),
      routes: [...shared].sort((a, b) => a - b).map((route) => knowledge.route(route)),
    }));
}

export const tickets: Reasons = {
  keep(findings, action) {
    const { knowledge, planner } = findings;
    const subset = knowledge.rule("action_arg", action);
    const { offer } = knowledge;
    // The planner has evaluated other sets since then.
    planner.ask("plan_kept", subset);
    const paths = findings.paths();
    const unplanned = findings.unplanned();
    const reasons = bits(subset, offer.length).map((place): NetworkReason => {
      const number = offer[place]!;
      const [ticket] = knowledge.tickets([number]) as [string];
      const path = paths.get(number);
      if (path) {
        return { reason: "planned", ticket, points: findings.points(number), trains: findings.trains(path) };
      }
      if (!unplanned.includes(number)) return { reason: "connected", ticket };
      return { reason: findings.action === findings.planned ? "unplanned" : "out_of_plan", ticket };
    });
    return [...together(findings, paths), ...reasons, ...time(findings, true)];
  },
  tickets(findings, action) {
    if (findings.lastTurn) return [{ reason: "last_turn" }, { reason: "gamble" }];
    const own = action === findings.planned || findings.hasTimeForMore();
    return [...(own ? [{ reason: "more_tickets" } as const] : []), ...time(findings, true)];
  },
};
