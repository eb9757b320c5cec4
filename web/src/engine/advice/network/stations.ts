// Reasons to build a station.

import type { NetworkReason } from "../../../lib/types";
import { last, time, type Reasons } from "./reasons";
import type { Findings } from "./findings";

/** The planner's code for a route that needs a new station. */
const NEW_STATION = 1;

/** The route that a station in the city would use, and the tickets that need it. */
function borrowing(findings: Findings, city: number): NetworkReason[] {
  const { knowledge, planner } = findings;
  const route = findings.routes.find(
    (each) => planner.number("loan", each) === NEW_STATION && planner.ask("city_to_use", each) === city,
  );
  if (route === undefined) return [];
  return [
    {
      reason: "station",
      city: knowledge.city(city),
      route: knowledge.route(route),
      tickets: knowledge.tickets(findings.ticketsBy(route)),
    },
  ];
}

export const stations: Reasons = {
  station: (findings, action) => [
    ...last(findings),
    ...borrowing(findings, findings.knowledge.rule("action_arg", action)),
    ...time(findings),
  ],
};
