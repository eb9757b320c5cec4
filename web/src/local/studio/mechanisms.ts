// Problems of double routes and of the settings of mechanisms, with the same texts as on a server.
import type { Board } from "../../lib/wholeboard";
import { ALL, endsOf, MOST, problem, type Problem } from "./problem";
import { quoted } from "./shape";

export function* board(data: Board): Generator<Problem> {
  const groups = new Map<string, number[]>();
  for (const [n, { id }] of data.routes.entries()) {
    const pair = endsOf(id).join("-");
    groups.set(pair, [...(groups.get(pair) ?? []), n]);
  }
  for (const [pair, rows] of groups) {
    const expected = rows.map((_, n) => (n ? `${pair}/${n + 1}` : pair));
    const ids = rows.map((n) => data.routes[n]!.id);
    if (expected.some((id) => !ids.includes(id))) {
      const text = `route ${ids[0]}: name these parallel routes ${expected.toSorted().join(", ")}`;
      yield problem(text, ["routes", rows.at(-1)!], ALL);
    }
  }
  const known = new Map(data.routes.map((route) => [route.id, route]));
  for (const [id, numbers] of Object.entries(data.in_play.routes)) {
    const at = ["in_play", "routes", id];
    if (!known.has(id)) yield problem(`in_play: unknown route ${quoted(id)}`, at);
    else if (!numbers.length) yield problem(`in_play: ${id} needs a number of players`, at);
    else if (new Set(numbers).size < numbers.length) {
      yield problem(`in_play: ${id} names a number of players twice`, at);
    }
    for (const players of numbers) {
      if (players < data.players.min || players > data.players.max) {
        yield problem(`in_play: ${id}: the board is not for ${players} players`, at, ["players"]);
      }
    }
  }
  for (const id of Object.keys(data.substitutes.routes)) {
    const at = ["substitutes", "routes", id];
    const kind = known.get(id)?.kind;
    if (!kind) yield problem(`substitutes: unknown route ${quoted(id)}`, at);
    else if (kind !== "normal") {
      yield problem(`substitutes: ${id} is a ${kind}; name a normal route (NOR-10)`, at);
    }
  }
  for (const [id, more] of Object.entries(data.mountains.routes)) {
    const at = ["mountains", "routes", id];
    const route = known.get(id);
    const trains = (route?.length ?? 0) + more;
    if (!route) yield problem(`mountains: unknown route ${quoted(id)}`, at);
    else if (trains > MOST.length) {
      yield problem(`mountains: ${id} takes ${trains} trains; the maximum is ${MOST.length}`, at);
    } else if (trains > stockFor(data, id)) {
      yield problem(`mountains: ${id} takes more than a player's ${nameOfStock(data, id)}`, at);
    }
  }
  const { routes } = data.small_trains;
  for (const [place, id] of routes.entries()) {
    const at = ["small_trains", "routes", place];
    if (!known.has(id)) yield problem(`small_trains: unknown route ${quoted(id)}`, at, ["routes"]);
    else if (routes.indexOf(id) < place) yield problem(`small_trains: ${id} is named twice`, at);
  }
}

/** How many pieces a player starts with for a route: trains, or small trains (MECH-7). */
export const stockFor = ({ trains, small_trains }: Board, route: string): number =>
  small_trains.routes.includes(route) ? small_trains.count : trains.count;

export const nameOfStock = (data: Board, route: string): string =>
  `${stockFor(data, route)} ${data.small_trains.routes.includes(route) ? "small " : ""}trains`;

/** Small trains have routes, and players do not have too many pieces (MECH-7). */
export function* smallTrains({ trains, small_trains: { count, routes } }: Board): Generator<Problem> {
  const at = ["small_trains", "count"];
  if (count && !routes.length) {
    yield problem("small_trains: name the routes that take them", ["small_trains", "routes"]);
  }
  if (routes.length && !count) yield problem("small_trains: the routes need a count of small trains", at);
  const together = count + trains.count;
  if (count && together > MOST.pieces) {
    const text = `small_trains: ${together} trains of both kinds are too many; the maximum is ${MOST.pieces}`;
    yield problem(text, at, ["trains", "count"]);
  }
}

/** There are as many figures as places for them, and the places exist (GER-7). */
export function* passengers(data: Board): Generator<Problem> {
  const { each, colors, places } = data.passengers;
  const known = new Set(data.cities.map(({ id, country }) => country || id));
  for (const place of Object.keys(places)) {
    if (known.has(place)) continue;
    const text = `passengers: unknown city or country ${quoted(place)}`;
    yield problem(text, ["passengers", "places", place], ["cities"]);
  }
  for (const color of new Set(colors)) {
    if (colors.indexOf(color) === colors.lastIndexOf(color)) continue;
    yield problem(`passengers: ${color} is listed twice`, ["passengers", "colors"]);
  }
  const figures = each * colors.length;
  const room = Object.values(places).reduce((sum, count) => sum + count, 0);
  if (figures !== room) {
    const text = `passengers: there are ${figures} figures (${each} of each color), but the places take ${room}`;
    yield problem(text, ["passengers"]);
  }
}

/** Every district has at least two different cities (MECH-1). */
export function* districts(data: Board): Generator<Problem> {
  const every = Object.entries(data.scoring.districts);
  if (every.length > MOST.districts) {
    const text = `scoring: ${every.length} districts are too many; the maximum is ${MOST.districts}`;
    yield problem(text, ["scoring", "districts"]);
  }
  const known = new Set(data.cities.map(({ id }) => id));
  for (const [name, { cities }] of every) {
    const at = ["scoring", "districts", name, "cities"];
    if (cities.length < 2) yield problem(`district ${name}: name at least two cities`, at);
    for (const [place, city] of cities.entries()) {
      if (!known.has(city)) {
        yield problem(`district ${name}: unknown city ${quoted(city)}`, [...at, place], ["cities"]);
      } else if (cities.indexOf(city) < place) {
        yield problem(`district ${name}: ${city} is named twice`, [...at, place]);
      }
    }
  }
}
