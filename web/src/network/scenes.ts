// Pictures for the rules, made of places on a board and cards.
import type { Picture } from "../lib/book";
import { entries } from "../lib/names";
import type { Card, Counts, NetworkRulesetInfo, RouteInfo } from "../lib/types";

type Ruleset = NetworkRulesetInfo;

/** Seats: the reader, and another player. */
export const OWN = 0;
export const OTHER = 1;

export const board = (routes: RouteInfo[], owned: Record<string, number> = {}) => ({
  show: "board" as const,
  routes: routes.map((route) => route.id),
  owned,
});

const repeat = (card: Card, count: number): Card[] => Array.from({ length: count }, () => card);
export const pay = (color: Card, count: number, wilds = 0): Picture => ({
  show: "cards",
  cards: [...repeat(color, count), ...repeat("wild", wilds)],
});

/** Cards in the order of the hand. */
export const payment = (cards: Counts): Picture => ({
  show: "cards",
  cards: entries(cards).flatMap(([card, count]) => repeat(card, count)),
});

/** A single route of this type, if there is one. */
export const first = ({ routes }: Ruleset, sort: (route: RouteInfo) => boolean): RouteInfo | undefined =>
  routes.find((one) => sort(one) && one.twins.length === 0) ?? routes.find(sort);

/** Consecutive routes, all owned by one seat. */
export function trail(ruleset: Ruleset, count: number): Picture[] {
  const routes = ruleset.routes.filter(({ a, b }) => a !== b); // rings lead nowhere
  const start = first({ ...ruleset, routes }, (one) => one.length >= 3) ?? routes[0];
  if (!start) return [];
  const found = [start];
  let at = start.b;
  while (found.length < count) {
    const next = routes.find(
      (one) =>
        (one.a === at || one.b === at) &&
        !found.some((old) => old.id === one.id || old.twins.includes(one.id)),
    );
    if (!next) break;
    found.push(next);
    at = next.a === at ? next.b : next.a;
  }
  return [board(found, Object.fromEntries(found.map((route) => [route.id, OWN])))];
}

/** The path with the fewest routes between two cities. */
export function shortestPath({ routes }: Ruleset, from: string, to: string): RouteInfo[] {
  const paths = new Map<string, RouteInfo[]>([[from, []]]);
  for (const [city, found] of paths) {
    if (city === to) return found;
    for (const route of routes) {
      const next = route.a === city ? route.b : route.b === city ? route.a : null;
      if (next !== null && !paths.has(next)) paths.set(next, [...found, route]);
    }
  }
  return [];
}
