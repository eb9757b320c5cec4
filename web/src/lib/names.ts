// Names of things on a board, for display and screen readers.
import { list, noun, nouns, t, type MessageId, type Noun } from "../i18n";
import { ownName } from "../i18n/cardnames.svelte";
import type { Card, CardNumbers, Counts, RouteColor, RouteInfo, RulesetInfo } from "./types";
import type { Ticket } from "./views";

/** The number of copies of a card in the deck. */
export const copiesOf = ({ per_color, wilds, colors }: CardNumbers, card: Card): number =>
  card === "wild" ? wilds : (colors?.[card] ?? per_color);

export const cardOrder: Card[] = [
  "purple",
  "blue",
  "orange",
  "white",
  "green",
  "yellow",
  "black",
  "red",
  "wild",
];

/** The name of a color on boards that do not rename it. */
export const usualName = (color: RouteColor | Card): string => t(`color.${color}` as MessageId);

/** The name of a color, or of a locomotive. */
export const colorName = (color: RouteColor | Card): string => ownName(color) ?? usualName(color);

/** "a red card"; of a card with a name of the board, this name. */
export function oneCard(color: Card): Noun {
  const name = ownName(color);
  return name === undefined ? noun(`card.${color}` as MessageId) : noun("card.own", { name });
}

/** "3 red cards", inflected for color and number; of cards with a name of the board, "3 × Coal". */
export function cardsOf(color: Card, count: number): Noun {
  const name = ownName(color);
  return name === undefined
    ? noun(`cards.${color}` as MessageId, { count })
    : noun("cards.own", { count, name });
}

/** Locomotives as cards to pay with, without a number. */
export const wildsName = (): string => ownName("wild") ?? t("payment.wilds");

/** The colors of a set of cards in the order of the hand. */
export const entries = (cards: Counts): [Card, number][] =>
  cardOrder.filter((color) => cards[color]).map((color) => [color, cards[color]!]);

export const cardsText = (cards: Counts): Noun =>
  nouns(entries(cards).map(([color, count]) => cardsOf(color, count)));

/** The same as a string, for labels. */
export const cardsLabel = (cards: Counts): string => cardsText(cards).toString();

/** "a red card, a red card, and a locomotive". */
export const singleCards = (cards: Card[]): Noun => nouns(cards.map(oneCard));

/** The cards left in a hand after a payment. */
export const without = (hand: Counts, paid: Counts): Counts =>
  Object.fromEntries(
    entries(hand)
      .map(([color, count]) => [color, count - (paid[color] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );

/** The named things of a ruleset. */
type Named = Pick<RulesetInfo, "cities" | "countries" | "routes" | "tickets" | "route_points">;

/** A route by the names of its ends; a ring has one (MECH-8). */
export const routeWords = (a: string, b: string, ring: boolean): string =>
  ring ? t("route.ring", { a }) : t("route.name", { a, b });

/** Ids and names of one ruleset. A place is a city or, on some boards, a country. */
export class Names {
  /** Until the ruleset is loaded, ids serve as names. */
  static readonly none = new Names({ cities: [], countries: {}, routes: [], tickets: [], route_points: {} });

  private readonly cities = new Map<string, Named["cities"][number]>();
  private readonly routes = new Map<string, RouteInfo>();
  private readonly tickets = new Map<string, Ticket>();

  constructor(private readonly ruleset: Named) {
    for (const city of ruleset.cities) this.cities.set(city.id, city);
    for (const route of ruleset.routes) this.routes.set(route.id, route);
    for (const ticket of ruleset.tickets) this.tickets.set(ticket.id, ticket);
  }

  place(id: string): string {
    return this.cities.get(id)?.name ?? this.ruleset.countries[id] ?? id;
  }

  /** The cities of a place: itself, or a country's border nodes. */
  citiesOf(place: string): string[] {
    if (this.cities.has(place)) return [place];
    return this.ruleset.cities
      .filter((city) => "country" in city && city.country === place)
      .map((city) => city.id);
  }

  /** The cities at the ends of a ticket. */
  endsOf({ from, to }: Pick<Ticket, "from" | "to">): string[] {
    return [from, ...to].flatMap((place) => this.citiesOf(place));
  }

  route(id: string): RouteInfo | undefined {
    return this.routes.get(id);
  }

  ticket(id: string): Ticket | undefined {
    return this.tickets.get(id);
  }

  routeName(id: string): string {
    const route = this.routes.get(id);
    return route ? routeWords(this.place(route.a), this.place(route.b), route.a === route.b) : id;
  }

  /** The length, color, type and points of a route, in words. */
  routeCost(id: string): string {
    const route = this.routes.get(id);
    if (!route) return "";
    const cost = t("route.cost", {
      length: route.length,
      color: colorName(route.color),
      kind: route.kind,
      cards: cardsOf("wild", route.wilds),
      points: this.points(id),
    });
    const whole = route.trains === undefined ? cost : t("route.trains", { cost, trains: route.trains });
    return route.small ? t("route.small", { cost: whole }) : whole;
  }

  points(id: string): number {
    const route = this.routes.get(id);
    return route ? (route.points ?? this.ruleset.route_points[String(route.length)] ?? 0) : 0;
  }

  ticketName(ticket: Ticket): string {
    const from = this.place(ticket.from);
    if (ticket.to.length === 1) return t("ticket.name", { from, to: this.place(ticket.to[0]!) });
    const targets = ticket.to.map((to, i) =>
      t("ticket.target", { to: this.place(to), points: ticket.points[i] ?? 0 }),
    );
    return t("ticket.name", { from, to: list(targets) });
  }
}
