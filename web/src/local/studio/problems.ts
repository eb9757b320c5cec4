// What makes a board of the right shape unplayable: the checks of the map games and their mechanisms
// (src/whistlestop/games/network/format/check.py), with the same texts.
import { SHORTEST_RING } from "../../lib/loop";
import type { Color } from "../../lib/types";
import type { Board, CityRow, RouteRow, TicketRow } from "../../lib/wholeboard";
import { insetProblems } from "./insets";
import { board, districts, nameOfStock, passengers, smallTrains, stockFor } from "./mechanisms";
import { ALL, endsOf, MOST, problem, type Problem } from "./problem";
import { quoted } from "./shape";

export const COLORS: Color[] = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"];
const CARDS = 9;
const MARKET = 5;
const OFFER = 7;
const DECK = 128;
/** The number of payments of up to three cards, and the size of the largest offer whose subsets are listed. */
const [SMALL, LISTED] = [51, 6];

/** All problems of a board; none if it can be played. */
export function problemsOf(data: Board, languages: readonly string[]): Problem[] {
  const found = [...settings(data, languages), ...cities(data), ...routes(data), ...tickets(data)];
  if (found.length) return found;
  return [
    ...board(data),
    ...passengers(data),
    ...districts(data),
    ...supply(data),
    ...actions(data),
    ...paths(data),
  ];
}

function* settings(data: Board, languages: readonly string[]): Generator<Problem> {
  const { players, trains, opening, draw } = data;
  if (players.min > players.max) {
    yield problem(`players: min ${players.min} is greater than max ${players.max}`, ["players", "min"]);
  }
  if (trains.end >= trains.count + data.small_trains.count) {
    const text = `trains: count (${trains.count}) must be greater than end (${trains.end})`;
    yield problem(text, ["trains", "end"]);
  }
  yield* smallTrains(data);
  const dealt = opening.regular + opening.long;
  if (opening.keep > dealt) {
    yield problem(`opening: ${opening.keep} tickets to keep, but ${dealt} are dealt`, ["opening", "keep"]);
  }
  if (dealt > OFFER) {
    yield problem(`opening: ${dealt} tickets are too many to deal; the maximum is ${OFFER}`, ["opening"]);
  }
  if (draw.keep > 1) {
    const text = "draw: keep must be 0 or 1, since an offer may have only one ticket (USA-28)";
    yield problem(text, ["draw", "keep"]);
  }
  if (draw.long) yield problem("draw: only the opening can deal long tickets (EUR-6)", ["draw", "long"]);
  for (const name of ["opening", "draw"] as const) {
    const [most, size] = [data.mixture.long, data[name].regular];
    if (most <= size) continue;
    const text = `mixture: ${most} long tickets are more than the ${size} of an offer (${name}.regular)`;
    yield problem(text, ["mixture", "long"], [name, "regular"]);
  }
  if (data.mixture.long && opening.long) {
    const text = "mixture: opening.long must be 0, since players announce it (GER-2)";
    yield problem(text, ["mixture", "long"], ["opening", "long"]);
  }
  const breaks = data.scoring.tie_breaks;
  if (new Set(breaks).size < breaks.length) {
    yield problem("scoring: a tie-breaker is listed twice", ["scoring", "tie_breaks"]);
  }
  const ids = new Set(data.cities.map(({ id }) => id));
  const countries = new Set(Object.keys(data.countries));
  for (const [language, names] of Object.entries(data.translations)) {
    const where = ["translations", language];
    if (!languages.includes(language)) {
      const text = `translations: unknown language ${quoted(language)}, not one of ${languages.join(", ")}`;
      yield problem(text, where);
    }
    yield* unknown([...where, "cities"], names.cities ?? {}, "city", ids, "cities");
    yield* unknown([...where, "countries"], names.countries ?? {}, "country", countries, "countries");
  }
  yield* cardNames(data);
  yield* unknown(["drawing", "names"], data.drawing.names, "city", ids, "cities");
  for (const [n, ring] of data.drawing.land.entries()) {
    const lost = ring.some((value, place) => Math.abs(value) > (place % 2 ? 90 : 180));
    if (ring.length < 6 || ring.length % 2 || lost) {
      const text = `drawing.land[${n}]: write at least three points as lon, lat, lon, lat, ..., in degrees`;
      yield problem(text, ["drawing", "land", n]);
    }
  }
  yield* insetProblems(data);
  const border = new Set(data.cities.map(({ country }) => country));
  for (const country of countries) {
    if (!border.has(country)) {
      yield problem(`country ${country}: it has no border node`, ["countries", country], ["cities"]);
    }
  }
}

/** The names of cards differ from each other and from other colors, in each language (MECH-6). */
function* cardNames({ card_names: own, translations }: Board): Generator<Problem> {
  yield* distinct(["card_names"], own, {});
  for (const [language, { card_names: names = {} }] of Object.entries(translations)) {
    const where = ["translations", language, "card_names"];
    for (const card of Object.keys(names)) {
      if (Object.hasOwn(own, card)) continue;
      const text = `${where.join(".")}: ${card} has no name in card_names, which other languages show`;
      yield problem(text, [...where, card], ["card_names"]);
    }
    yield* distinct(where, names, own);
  }
}

/** The names in a table differ from each other and from those of the cards that are not in it, `others`. */
function* distinct(
  where: string[],
  names: Board["card_names"],
  others: Board["card_names"],
): Generator<Problem> {
  const taken = new Map<string, string>([...COLORS, "wild", "gray"].map((word) => [word, word]));
  for (const [card, name] of Object.entries(others)) {
    if (!Object.hasOwn(names, card)) taken.set(name.toLowerCase(), card);
  }
  for (const [card, name] of Object.entries(names)) {
    const other = taken.get(name.toLowerCase()) ?? card;
    taken.set(name.toLowerCase(), other);
    if (other === card) continue;
    const text = `${where.join(".")}: ${quoted(name)} cannot be the name of ${card}; it is that of ${other}`;
    yield problem(text, [...where, card], ["card_names"]);
  }
}

function* unknown(
  where: string[],
  names: object,
  what: string,
  known: Set<string>,
  part: string,
): Generator<Problem> {
  for (const place of Object.keys(names)) {
    if (!known.has(place)) {
      yield problem(`${where.join(".")}: unknown ${what} ${quoted(place)}`, [...where, place], [part]);
    }
  }
}

/** The rows whose id an earlier row has. */
function repeated(rows: readonly { id: string }[]): [number, string][] {
  const seen = new Set<string>();
  return rows.flatMap(({ id }, n) => {
    if (seen.has(id)) return [[n, id] as [number, string]];
    seen.add(id);
    return [];
  });
}

function* cities(data: Board): Generator<Problem> {
  for (const [n, id] of repeated(data.cities))
    yield problem(`city ${id}: the id is used twice`, ["cities", n]);
  for (const [n, { id, lat, lon }] of data.cities.entries()) {
    if ((lat === null) !== (lon === null)) {
      yield problem(`city ${id}: set both lat and lon, or neither`, ["cities", n]);
    }
  }
  const count = data.cities.length;
  if (count > MOST.cities) {
    yield problem(`cities: ${count} are too many; the maximum is ${MOST.cities}`, ["cities"]);
  }
  const ends = new Map<string, number>();
  const rings = new Set<string>();
  for (const { id } of data.routes) {
    const [a, b] = endsOf(id);
    if (a === b) rings.add(a);
    else for (const end of [a, b]) ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  for (const [n, city] of data.cities.entries()) {
    for (const text of ofCity(city, ends.get(city.id) ?? 0, rings.has(city.id), data.countries)) {
      yield problem(`city ${city.id}: ${text}`, ["cities", n], ["routes"], ["countries"]);
    }
  }
}

function* ofCity(
  { id, country }: CityRow,
  routes: number,
  ring: boolean,
  countries: Record<string, string>,
): Generator<string> {
  if (Object.hasOwn(countries, id)) yield "a country has the same id";
  if (!routes) yield "no route leads to it";
  if (country !== null && !Object.hasOwn(countries, country)) yield `unknown country ${quoted(country)}`;
  if (country !== null && routes > 1) {
    yield `a border node has exactly one route, this one has ${routes} (SWI-3)`;
  }
  if (country !== null && ring) {
    yield "a border node has exactly one route, so it cannot have a ring (MECH-8)";
  }
}

function* routes(data: Board): Generator<Problem> {
  const known = new Set(data.cities.map(({ id }) => id));
  const count = data.routes.length;
  if (!count) yield problem("routes: the table is empty", ["routes"]);
  if (count > MOST.routes) {
    yield problem(`routes: ${count} are too many; the maximum is ${MOST.routes}`, ["routes"]);
  }
  for (const [n, id] of repeated(data.routes)) {
    const text = `route ${id}: the id is used twice; add /2 to the second of a double route`;
    yield problem(text, ["routes", n]);
  }
  for (const [n, route] of data.routes.entries()) {
    for (const text of ends(route, known)) {
      yield problem(`route ${route.id}: ${text}`, ["routes", n, "id"], ["cities"]);
    }
    for (const text of ofRoute(data, route)) {
      yield problem(`route ${route.id}: ${text}`, ["routes", n], ["trains"], ["rules"]);
    }
  }
}

function* ends({ id, length }: RouteRow, known: Set<string>): Generator<string> {
  const [a, b] = endsOf(id);
  for (const city of [a, b]) if (!known.has(city)) yield `unknown city ${quoted(city)}`;
  if (a === b && length < SHORTEST_RING) {
    yield `a ring needs at least ${SHORTEST_RING} spaces, not ${length} (MECH-8)`;
  }
  if (a > b) yield `name the cities in alphabetical order: ${b}-${a}`;
}

function* ofRoute(data: Board, { id, kind, length, wilds }: RouteRow): Generator<string> {
  const { rules } = data;
  if (length > MOST.length) yield `no points are defined for length ${length} (COM-23)`;
  if (length > stockFor(data, id)) yield `longer than a player's ${nameOfStock(data, id)}`;
  if (kind === "ferry") {
    if (wilds < 1 || wilds > length) {
      yield `a ferry of this length needs 1 to ${length} wilds, not ${wilds} (COM-6)`;
    }
    if (!rules.wilds_pay.includes("ferry")) yield "a ferry needs wilds: add 'ferry' to rules.wilds_pay";
  } else if (wilds) yield "only a ferry can have wilds";
  if (kind === "tunnel" && !rules.surcharge_cards) {
    yield "it is a tunnel, but rules.surcharge_cards is 0 (EUR-13)";
  }
}

function* tickets(data: Board): Generator<Problem> {
  const places = new Set([...data.cities.map(({ id }) => id), ...Object.keys(data.countries)]);
  const count = data.tickets.length;
  if (count > MOST.tickets) {
    yield problem(`tickets: ${count} are too many; the maximum is ${MOST.tickets}`, ["tickets"]);
  }
  for (const [n, id] of repeated(data.tickets)) {
    const text = `ticket ${id}: the id is used twice; add /2 to the second of two equal tickets`;
    yield problem(text, ["tickets", n]);
  }
  for (const [n, ticket] of data.tickets.entries()) {
    for (const text of ofTicket(ticket, places)) {
      yield problem(`ticket ${ticket.id}: ${text}`, ["tickets", n], ["cities"], ["countries"]);
    }
  }
}

function* ofTicket({ id, origin, targets, points }: TicketRow, places: Set<string>): Generator<string> {
  if (!targets.length || targets.length !== points.length) {
    yield `it has ${targets.length} targets but ${points.length} values`;
  }
  if (targets.length > MOST.targets) {
    yield `${targets.length} targets are too many; the maximum is ${MOST.targets}`;
  }
  if (new Set(targets).size < targets.length) yield "it names a target twice";
  for (const place of [origin, ...targets]) {
    if (!places.has(place)) yield `unknown city or country ${quoted(place)}`;
  }
  if (targets.includes(origin)) yield "origin and target are the same";
  if (id.split("-")[0] !== origin) yield `the id must begin with the origin ${origin}`;
}

function* supply(data: Board): Generator<Problem> {
  const [most, own] = [data.players.max, data.cards];
  const cards = COLORS.reduce((sum, color) => sum + (own.colors[color] ?? own.per_color), own.wilds);
  if (cards > DECK) yield problem(`cards: ${cards} are too many; the maximum is ${DECK}`, ["cards"]);
  for (const [n, { id, color }] of data.routes.entries()) {
    if (color !== "gray" && !(own.colors[color] ?? own.per_color)) {
      yield problem(`route ${id}: there are no ${color} cards`, ["routes", n, "color"], ["cards"]);
    }
  }
  if (cards < most * own.start_hand + Math.floor(most / 2) * own.late_hand + MARKET) {
    yield problem(`cards: ${cards} cards are too few for ${most} players and the market`, ["cards"], ALL);
  }
  for (const sort of ["regular", "long"] as const) {
    const held = data.tickets.filter(({ long }) => long === (sort === "long")).length;
    const count = data.opening[sort];
    if (held < most * count) {
      const text = `tickets: ${held} ${sort} tickets are too few to deal ${count} to each of ${most} players`;
      yield problem(text, ["tickets"], ALL);
    }
  }
  const [mixed, long] = [data.mixture.long, data.tickets.filter((ticket) => ticket.long).length];
  if (long < most * mixed) {
    const text = `tickets: ${long} long tickets are too few for ${most} players who each announce ${mixed} (GER-2)`;
    yield problem(text, ["tickets"], ALL);
  }
  if (!data.opening.long && !mixed && long) {
    yield problem("tickets: some are long, but opening.long is 0", ["tickets"], ALL);
  }
}

function* actions(data: Board): Generator<Problem> {
  const offer = Math.max(data.opening.regular + data.opening.long, data.draw.regular);
  let count = CARDS + 7 + 2 ** Math.max(offer, LISTED) + SMALL + CARDS;
  if (data.mixture.long) count += data.mixture.long + 1;
  count += Object.keys(data.passengers.places).length * data.passengers.colors.length;
  if (data.stations.count) count += data.cities.length * SMALL;
  for (const { id, color, kind, length } of data.routes) {
    const colors = color === "gray" ? COLORS.length : 1;
    count += length * colors + 1;
    const given = kind === "ferry" ? data.substitutes.ferry : data.substitutes.routes[id];
    if (given) count += ((length * (length + 1)) / 2) * colors + length;
  }
  if (count > MOST.actions) {
    yield problem(`routes: ${count} actions are too many; the maximum is ${MOST.actions}`, ["routes"], ALL);
  }
}

/** Every ticket can be completed on the empty board. No path leads through a country (SWI-4). */
function* paths(data: Board): Generator<Problem> {
  const { min, max } = data.players;
  const limited = Object.keys(data.in_play.routes).length > 0;
  const every = limited ? Array.from({ length: max - min + 1 }, (_, n) => min + n) : [0];
  for (const players of every) yield* pathsFor(data, players);
}

/** Tickets without a path over the routes that are in play with a number of players; 0: with any number. */
function* pathsFor(data: Board, players: number): Generator<Problem> {
  const part = new Map(data.cities.map(({ id }) => [id, id]));
  const root = (city: string): string => {
    while (part.get(city) !== city) city = part.get(city)!;
    return city;
  };
  for (const { id } of data.routes) {
    if (players && data.in_play.routes[id]?.includes(players) === false) continue;
    const [a, b] = endsOf(id);
    part.set(root(a), root(b));
  }
  const nodes = (place: string): string[] => {
    const border = data.cities.filter(({ country }) => country === place).map(({ id }) => id);
    return (border.length ? border : [place]).map(root);
  };
  for (const [n, { id, origin, targets }] of data.tickets.entries()) {
    const start = new Set(nodes(origin));
    for (const target of targets) {
      if (!nodes(target).some((city) => start.has(city))) {
        const text = `ticket ${id}: no path leads from ${origin} to ${target}`;
        yield problem(players ? `${text} with ${players} players` : text, ["tickets", n], ALL);
      }
    }
  }
}
