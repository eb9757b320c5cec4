// Places of a board that show what a rule is about: the first route of each sort, and the cards that pay for it.
import type { Picture } from "../lib/book";
import type { Card, NetworkRulesetInfo, RouteInfo } from "../lib/types";

const OWN = 0;
const OTHER = 1;

export class Scenes {
  constructor(private readonly ruleset: NetworkRulesetInfo) {}

  /** A colored route, and cards for it. */
  claim(): Picture[] {
    const route = this.first((one) => one.kind === "normal" && one.color !== "gray" && one.length === 4);
    return route ? [this.board([route], { [route.id]: OWN }), pay(route)] : [];
  }

  gray(): Picture[] {
    const route = this.first((one) => one.kind === "normal" && one.color === "gray" && one.length >= 2);
    if (!route) return [];
    const { length } = route;
    return [
      this.board([route]),
      { show: "cards", cards: repeat("blue", length) },
      { show: "cards", cards: repeat("red", length) },
    ];
  }

  /** A double route of which one is taken. */
  double(): Picture[] {
    const route = this.ruleset.routes.find((one) => one.twins.length > 0 && one.length >= 2);
    const twins = this.ruleset.routes.filter((one) => route?.twins.includes(one.id));
    return route ? [this.board([route, ...twins], { [route.id]: OTHER })] : [];
  }

  ferry(): Picture[] {
    const route = this.first((one) => one.kind === "ferry" && one.wilds < one.length && one.length >= 3);
    if (!route) return [];
    const cards = [...repeat("yellow", route.length - route.wilds), ...repeat("wild", route.wilds)];
    return [this.board([route]), { show: "cards", cards }];
  }

  /** A tunnel, what is paid for it, and what is turned up: a card of the color, another one, a wild. */
  tunnel(): Picture[] {
    const route = this.first((one) => one.kind === "tunnel" && one.color !== "gray");
    if (!route) return [];
    const color = route.color as Card;
    const other: Card = color === "blue" ? "orange" : "blue";
    const turned: Card[] = [color, other, "wild"];
    const revealed = turned.slice(0, this.ruleset.numbers.surcharge_cards);
    return [this.board([route]), pay(route), { show: "cards", cards: ["deck", ...revealed], paid: [1, 3] }];
  }

  /** A station where a route of another player begins. */
  station(): Picture[] {
    const route = this.first((one) => one.kind === "normal" && one.length >= 3);
    return route ? [{ ...this.board([route], { [route.id]: OTHER }), stations: { [route.a]: OWN } }] : [];
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

  countryTicket(): Picture[] {
    const tickets = this.ruleset.tickets.filter((ticket) => ticket.to.length > 1).slice(0, 1);
    return tickets.length ? [{ show: "tickets", tickets }] : [];
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

const repeat = (card: Card, count: number): Card[] => Array.from({ length: count }, () => card);
const pay = ({ color, length }: RouteInfo): Picture => ({
  show: "cards",
  cards: repeat(color as Card, length),
});
