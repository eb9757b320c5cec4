// Reasons to place depots, and to fill, take and leave warehouses.

import type { NetworkReason } from "../../../lib/types";
import { last, time, type Reasons } from "./reasons";
import type { Findings } from "./findings";

/** The planned routes that would open the warehouse of a depot in the city. */
function opening({ knowledge, planner, routes, seat }: Findings, city: number): NetworkReason[] {
  const found = routes.filter(
    (route) =>
      [knowledge.rule("route_a", route), knowledge.rule("route_b", route)].includes(city) &&
      !planner.ask("lends", route),
  );
  if (!found.length) return [];
  const cards = knowledge.number("warehouse_size", seat);
  return [
    {
      reason: "opens",
      city: knowledge.city(city),
      routes: found.map((route) => knowledge.route(route)),
      cards,
    },
  ];
}

/** The cities that open the warehouse, if the seat could take it. */
function storing({ knowledge, seat }: Findings, owner: number): NetworkReason[] {
  const every = Array.from({ length: knowledge.rule("cities") }, (_, city) => city);
  const cities = every.filter((city) => knowledge.number("depot_owner", city) === owner);
  if (!cities.length || !knowledge.number("depots_left", seat)) return [];
  return [
    {
      reason: "stores",
      warehouse: owner,
      cards: knowledge.number("warehouse_size", owner) + 1,
      cities: cities.map((city) => knowledge.city(city)),
    },
  ];
}

/** The cards that the depot brings, and the depots that the seat then has left. */
const taking = ({ knowledge, seat }: Findings, owner: number): NetworkReason => ({
  reason: "takes",
  cards: knowledge.number("warehouse_size", owner),
  depots: knowledge.number("depots_left", seat) - 1,
});

/** The reason that the seat has the most depots left even after spending some; empty if it does not. */
function mostDepots({ knowledge, seat }: Findings, spent: number): NetworkReason[] {
  const points = knowledge.rule("depot_bonus");
  const left = Array.from({ length: knowledge.players }, (_, player) =>
    knowledge.number("depots_left", player),
  );
  const depots = left[seat]! - spent;
  const others = Math.max(...left.filter((_, player) => player !== seat));
  return points && depots >= others ? [{ reason: "most_depots", points, depots, others }] : [];
}

const placeOf = ({ knowledge }: Findings, action: number): number => knowledge.rule("action_arg", action);

export const depots: Reasons = {
  depot: (findings, action) => [
    ...last(findings),
    ...opening(findings, placeOf(findings, action)),
    ...time(findings),
  ],
  store: (findings, action) => storing(findings, placeOf(findings, action)),
  collect: (findings, action) => [taking(findings, placeOf(findings, action)), ...mostDepots(findings, 1)],
  leave: (findings) => [...last(findings), ...mostDepots(findings, 0)],
};
