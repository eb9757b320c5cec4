// Routes of a board that illustrate a rule, with cards that pay for them and texts as worked examples.
import { example, exampleOf, type Example, type Picture } from "../../../lib/book";
import { cardsLabel, colorName } from "../../../lib/names";
import type { Card, Color, Counts, NetworkRulesetInfo, RouteInfo } from "../../../lib/types";
import { board, first, OTHER, OWN, pay, payment } from "../../scenes";

type Ruleset = NetworkRulesetInfo;

/** A colored route, and cards for it. */
export function claim(ruleset: Ruleset): Picture[] {
  const route = first(ruleset, (one) => one.kind === "normal" && one.color !== "gray" && one.length === 4);
  return route ? [board([route], { [route.id]: OWN }), pay(route.color as Card, route.length)] : [];
}

/** EX-1: a blue route of four, and three of the ways to pay for it. */
export function wild({ routes }: Ruleset): Example[] {
  const route = routes.find(
    ({ kind, color, length }) => kind === "normal" && color === "blue" && length === 4,
  );
  const blue = (count: number): Counts => ({ blue: count, wild: 4 - count });
  return route ? paid("wild", route, ["blue"], [blue(4), blue(3), blue(0)]) : [];
}

/** EX-2: a gray route of two, and ways to pay for it. */
export function gray(ruleset: Ruleset, plain: boolean): Example[] {
  const route = first(ruleset, (one) => one.kind === "normal" && one.color === "gray" && one.length === 2);
  if (!route) return [];
  const ways: Counts[] = plain
    ? [{ red: 2 }, { yellow: 2 }]
    : [{ red: 2 }, { yellow: 1, wild: 1 }, { wild: 2 }];
  return paid(plain ? "gray_plain" : "gray", route, ["red", "yellow"], ways);
}

/** A route, and ways to pay for it with these colors. */
function paid(name: string, route: RouteInfo, colors: Color[], ways: Counts[]): Example[] {
  return exampleOf(name, [board([route]), ...ways.map(payment)], {
    colors,
    name: "ways",
    values: {
      length: route.length,
      color: colorName(route.color),
      ways: ways.map(cardsLabel).join("; "),
    },
  });
}

/** A double route with one route claimed. */
export function double({ routes }: Ruleset): Picture[] {
  const route = routes.find((one) => one.twins.length > 0 && one.length >= 2);
  const twins = routes.filter((one) => route?.twins.includes(one.id));
  return route ? [board([route, ...twins], { [route.id]: OTHER })] : [];
}

/** A claimed ring (MECH-8). */
export const ring = (route: RouteInfo): Picture => board([route], { [route.id]: OWN });

/** EX-4: the two most closely parallel routes of one city. */
export function partly({ routes }: Ruleset): Example[] {
  const alone = routes.filter((one) => one.twins.length === 0 && one.length >= 2 && one.a !== one.b);
  let best: RouteInfo[] = [];
  let most = 0;
  for (const one of alone) {
    for (const other of alone) {
      const [a, b, c] = fork(one, other) ?? [];
      const between = a && routes.find((route) => joins(route, b!, c!));
      const beside = between ? (one.length + other.length) / between.length : 0;
      if (beside <= most) continue;
      [best, most] = [[one, other], beside];
    }
  }
  const owned = Object.fromEntries(best.map((route) => [route.id, OWN]));
  return best.length ? example("partly", [board(best, owned)]) : [];
}

/** EX-6: two tunnels side by side. */
export function doubleTunnel({ routes }: Ruleset): Example[] {
  const one = routes.find(({ kind, twins, length }) => kind === "tunnel" && twins.length > 0 && length > 1);
  const twins = routes.filter(({ id }) => one?.twins.includes(id));
  return one ? example("double_tunnel", [board([one, ...twins])]) : [];
}

/** EX-5: the longest ferry that also takes colored cards. */
export function ferry({ routes }: Ruleset): Example[] {
  const ferries = routes.filter((one) => one.kind === "ferry" && one.wilds < one.length);
  const route = ferries.sort((a, b) => b.length - a.length)[0];
  if (!route) return [];
  const { length, wilds } = route;
  const rest = length - wilds;
  return example("ferry", [board([route]), pay("yellow", rest, wilds)], { length, wilds, rest });
}

const joins = ({ a, b }: RouteInfo, one: string, other: string): boolean =>
  (a === one && b === other) || (a === other && b === one);

/** The common city of two routes, and their other ends. */
function fork(one: RouteInfo, other: RouteInfo): [string, string, string] | null {
  for (const [city, end] of [
    [one.a, one.b],
    [one.b, one.a],
  ] as const) {
    if (other.a === city && other.b !== end) return [city, end, other.b];
    if (other.b === city && other.a !== end) return [city, end, other.a];
  }
  return null;
}
