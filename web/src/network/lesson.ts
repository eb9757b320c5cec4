// Helpers for lessons of map games.
import type { Values } from "../i18n";
import type { Lesson, Situation } from "../lib/lesson";
import type { RouteInfo } from "../lib/types";
import { claims } from "./mechanisms/claims/actions";

export type Now = Situation<"network">;

export const acting = ({ view, seat }: Now): boolean => view.to_act.includes(seat);
export const own = ({ view, seat }: Now) => view.players[seat]!;

/** The longest route of a type that can be claimed now. */
function claimable({ legal, ruleset }: Now, sort: (route: RouteInfo) => boolean): RouteInfo | undefined {
  return ruleset.routes
    .filter((route) => claims(legal).has(route.id) && sort(route))
    .sort((a, b) => b.length - a.length)[0];
}

/** A lesson about a type of route, shown when one can be claimed for the first time. */
export function about(
  id: string,
  order: number,
  rule: string,
  sort: (route: RouteInfo, now: Now) => boolean,
  more: (now: Now) => Values = () => ({}),
): Lesson<"network"> {
  const route = (now: Now) => claimable(now, (one) => sort(one, now));
  return {
    id,
    order: order,
    rule,
    match: (now) => {
      const found = route(now);
      return found
        ? { route: now.names.routeName(found.id), cost: now.names.routeCost(found.id), ...more(now) }
        : null;
    },
    target: (now) => {
      const found = route(now);
      return found ? `[data-route="${found.id}"]` : ".drawing";
    },
  };
}
