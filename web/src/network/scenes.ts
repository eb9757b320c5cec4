// Places of a board that show what a rule is about, and the cards that pay for them; with words, as worked examples.
import { example, type Example, type Picture } from "../lib/book";
import type { Card, NetworkRulesetInfo, RouteInfo } from "../lib/types";

const OWN = 0;
const OTHER = 1;

export class Scenes {
  constructor(private readonly ruleset: NetworkRulesetInfo) {}

  /** A colored route, and cards for it. */
  claim(): Picture[] {
    const route = this.first((one) => one.kind === "normal" && one.color !== "gray" && one.length === 4);
    return route ? [this.board([route], { [route.id]: OWN }), pay(route.color as Card, route.length)] : [];
  }

  /** EX-1: a blue route of four, and three of the ways to pay for it. */
  wild(): Example[] {
    const route = this.ruleset.routes.find(
      ({ kind, color, length }) => kind === "normal" && color === "blue" && length === 4,
    );
    const blue = (count: number): Picture => pay("blue", count, 4 - count);
    return route ? example("wild", [this.board([route]), blue(4), blue(3), blue(0)]) : [];
  }

  /** EX-2: a gray route of two, and ways to pay for it. */
  gray(plain: boolean): Example[] {
    const route = this.first((one) => one.kind === "normal" && one.color === "gray" && one.length === 2);
    if (!route) return [];
    const ways = plain
      ? [pay("red", 2), pay("yellow", 2)]
      : [pay("red", 2), pay("yellow", 1, 1), pay("wild", 2)];
    return example(plain ? "gray_plain" : "gray", [this.board([route]), ...ways]);
  }

  /** A double route of which one is taken. */
  double(): Picture[] {
    const route = this.ruleset.routes.find((one) => one.twins.length > 0 && one.length >= 2);
    const twins = this.ruleset.routes.filter((one) => route?.twins.includes(one.id));
    return route ? [this.board([route, ...twins], { [route.id]: OTHER })] : [];
  }

  /** EX-4: the two routes of one city that lie beside each other most. */
  partly(): Example[] {
    const alone = this.ruleset.routes.filter((one) => one.twins.length === 0 && one.length >= 2);
    let best: RouteInfo[] = [];
    let most = 0;
    for (const one of alone) {
      for (const other of alone) {
        const [a, b, c] = fork(one, other) ?? [];
        const between = a && this.ruleset.routes.find((route) => joins(route, b!, c!));
        const beside = between ? (one.length + other.length) / between.length : 0;
        if (beside <= most) continue;
        [best, most] = [[one, other], beside];
      }
    }
    const owned = Object.fromEntries(best.map((route) => [route.id, OWN]));
    return best.length ? example("partly", [this.board(best, owned)]) : [];
  }

  /** EX-6: two tunnels side by side. */
  doubleTunnel(): Example[] {
    const { routes } = this.ruleset;
    const one = routes.find(({ kind, twins, length }) => kind === "tunnel" && twins.length > 0 && length > 1);
    const twins = routes.filter(({ id }) => one?.twins.includes(id));
    return one ? example("double_tunnel", [this.board([one, ...twins])]) : [];
  }

  /** EX-5: the longest ferry that takes colored cards as well. */
  ferry(): Example[] {
    const ferries = this.ruleset.routes.filter((one) => one.kind === "ferry" && one.wilds < one.length);
    const route = ferries.sort((a, b) => b.length - a.length)[0];
    if (!route) return [];
    const { length, wilds } = route;
    const rest = length - wilds;
    return example("ferry", [this.board([route]), pay("yellow", rest, wilds)], { length, wilds, rest });
  }

  /** EX-7, EX-8, EX-9: a tunnel, what is paid for it, and what is turned up; cards that are owed for are marked. */
  tunnel(): Example[] {
    const colored = (one: RouteInfo) => one.kind === "tunnel" && one.color !== "gray";
    const route = this.first((one) => colored(one) && one.length === 2) ?? this.first(colored);
    if (!route || this.ruleset.numbers.surcharge_cards !== 3) return [];
    const color = route.color as Card;
    const [other, third] = (["blue", "orange", "green"] as Card[]).filter((one) => one !== color);
    const turned = (cards: Card[], paid: number[]): Picture => ({
      show: "cards",
      cards: ["deck", ...cards],
      paid,
    });
    return [
      ...example("tunnel_free", [
        this.board([route]),
        pay(color, route.length),
        turned([other!, third!, other!], []),
      ]),
      ...example("tunnel_two", [pay(color, route.length), turned([color, other!, "wild"], [1, 3])]),
      ...example("tunnel_wild", [pay("wild", route.length), turned([color, "wild", other!], [2])]),
    ];
  }

  /** A station where a route of another player begins. */
  station(): Picture[] {
    const route = this.first((one) => one.kind === "normal" && one.length >= 3);
    return route ? [{ ...this.board([route], { [route.id]: OTHER }), stations: { [route.a]: OWN } }] : [];
  }

  /** EX-11: two own routes into a city with a station, and one of another player out of it. */
  stationUse(): Example[] {
    const alone = this.ruleset.routes.filter((one) => one.twins.length === 0 && one.length >= 2);
    for (const { a: city } of alone) {
      const star = alone.filter((one) => one.a === city || one.b === city).slice(0, 3);
      if (star.length < 3) continue;
      const owned = Object.fromEntries(star.map(({ id }, at) => [id, at < 2 ? OWN : OTHER]));
      return example("station", [{ ...this.board(star, owned), stations: { [city]: OWN } }]);
    }
    return [];
  }

  /** A ticket, and a way between its cities. */
  ticket(): Picture[] {
    for (const ticket of this.ruleset.tickets) {
      const way = ticket.to.length === 1 ? this.way(ticket.from, ticket.to[0]!) : [];
      if (way.length < 2 || way.length > 3) continue;
      return [
        { show: "tickets", tickets: [{ ...ticket, state: "done" }] },
        this.board(way, Object.fromEntries(way.map((route) => [route.id, OWN]))),
      ];
    }
    return [];
  }

  /** EX-12: the ticket to countries whose values differ most. */
  countryTicket(): Example[] {
    const span = ({ points }: { points: number[] }) => Math.max(...points) - Math.min(...points);
    const several = this.ruleset.tickets.filter((ticket) => ticket.to.length > 1);
    const ticket = several.sort((one, other) => span(other) - span(one))[0];
    if (!ticket) return [];
    const values = [...ticket.points].sort((one, other) => one - other);
    const [low, high] = [values[0]!, values.at(-2)!];
    return example("country", [{ show: "tickets", tickets: [ticket] }], { low, high });
  }

  /** EX-16: tickets of two countries that lead to each other, and a way between these. */
  path(): Example[] {
    const border = (country: string) =>
      this.ruleset.cities.filter((city) => city.country === country).map((city) => city.id);
    const several = this.ruleset.tickets.filter(
      (ticket) => ticket.to.length > 1 && border(ticket.from).length,
    );
    for (const [at, one] of several.entries()) {
      for (const other of several.slice(at + 1)) {
        if (!one.to.includes(other.from) || !other.to.includes(one.from)) continue;
        const ends = border(other.from);
        const ways = border(one.from).flatMap((from) => ends.map((to) => this.way(from, to)));
        const way = ways.filter((any) => any.length > 1).sort((a, b) => a.length - b.length)[0];
        if (!way) continue;
        const owned = Object.fromEntries(way.map((route) => [route.id, OWN]));
        return example("path", [{ show: "tickets", tickets: [one, other] }, this.board(way, owned)]);
      }
    }
    return [];
  }

  /** Routes one after the other, all owned by one seat. */
  trail(count: number): Picture[] {
    const start = this.first((one) => one.length >= 3) ?? this.ruleset.routes[0];
    if (!start) return [];
    const trail = [start];
    let at = start.b;
    while (trail.length < count) {
      const next = this.ruleset.routes.find(
        (one) =>
          (one.a === at || one.b === at) &&
          !trail.some((old) => old.id === one.id || old.twins.includes(one.id)),
      );
      if (!next) break;
      trail.push(next);
      at = next.a === at ? next.b : next.a;
    }
    return [this.board(trail, Object.fromEntries(trail.map((route) => [route.id, OWN])))];
  }

  /** A route that stands alone, if there is one of this sort. */
  private first(sort: (route: RouteInfo) => boolean): RouteInfo | undefined {
    const { routes } = this.ruleset;
    return routes.find((one) => sort(one) && one.twins.length === 0) ?? routes.find(sort);
  }

  private board(routes: RouteInfo[], owned: Record<string, number> = {}) {
    return { show: "board" as const, routes: routes.map((route) => route.id), owned };
  }

  /** The way of fewest routes between two cities. */
  private way(from: string, to: string): RouteInfo[] {
    const ways = new Map<string, RouteInfo[]>([[from, []]]);
    for (const [city, way] of ways) {
      if (city === to) return way;
      for (const route of this.ruleset.routes) {
        const next = route.a === city ? route.b : route.b === city ? route.a : null;
        if (next !== null && !ways.has(next)) ways.set(next, [...way, route]);
      }
    }
    return [];
  }
}

const joins = ({ a, b }: RouteInfo, one: string, other: string): boolean =>
  (a === one && b === other) || (a === other && b === one);

/** The city that two routes have in common, and their other ends. */
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

const repeat = (card: Card, count: number): Card[] => Array.from({ length: count }, () => card);
const pay = (color: Card, count: number, wilds = 0): Picture => ({
  show: "cards",
  cards: [...repeat(color, count), ...repeat("wild", wilds)],
});
