// A board that is being edited, as plain data of the format (docs/board-format.md#as-data). Every change returns a new
// board that shares all unchanged parts with the old one, so undo only needs to keep old boards.
import { SHORTEST_RING } from "../lib/loop";
import { renamedNames } from "./renaming";
import { movedSettings } from "./routesettings";
import { far, suggestedColor, suggestedLength } from "./suggesting";
import type {
  Board as Written,
  CityRow,
  Drawing,
  Players,
  RouteRow as Route,
  TicketRow as Ticket,
  Trains,
} from "../lib/board";
import type { Color, RouteKind } from "../lib/types";
import { distances } from "./ways";

/** A city of the editor, which has a place on the map. */
export type City = CityRow & { name: string; lat: number; lon: number };
export type Board = Omit<Written, "name" | "players" | "trains" | "cities"> & {
  name: string;
  players: Required<Players>;
  trains: Trains & { count: number };
  cities: City[];
};
export type { Drawing, RouteKind, Route, Ticket };
export const SIDES = [
  "top_left",
  "top",
  "top_right",
  "left",
  "right",
  "bottom_left",
  "bottom",
  "bottom_right",
] as const satisfies NonNullable<Drawing["names"]>[string][];
export type Side = (typeof SIDES)[number];
export const TITLES = [
  "free",
  "top_left",
  "top_right",
  "bottom_left",
  "bottom_right",
  "none",
] as const satisfies Drawing["title"][];
export const PALETTES = ["paper", "meadow", "sand", "snow"] as const satisfies Drawing["palette"][];
export type Change = (board: Board) => Board;
/** What is selected: a row of a table, by its id. */
export type Chosen = { table: "cities" | "routes" | "tickets"; id: string } | null;

export const LONGEST = 9;
/** The spaces of a new ring. */
const NEW_RING = 4;
export const COLORS: Color[] = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"];
/** The distance from the outermost item to the edge, in drawing units. */
export const MARGIN = 26;
const LIMITS = { cities: 64, routes: 128, tickets: 128 };
/** Train spaces on the board per train of a player, as on the built-in boards. */
const SPACES_PER_TRAIN = 6.5;
const FEWEST_TRAINS = 12;
const MOST_TRAINS = 45;

export const emptyBoard = (name: string, geography: boolean): Board => ({
  id: slug(name) || "board",
  name,
  geography,
  players: { min: 2, max: 4 },
  trains: { count: FEWEST_TRAINS },
  opening: { regular: 3, keep: 2 },
  draw: { regular: 3, keep: 1 },
  cities: [],
  routes: [],
  tickets: [],
});

/** An id made from a name: lower-case ASCII letters, digits and single underscores. */
export const slug = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(
      /[ßøłđæœ]/gi,
      (one) => ({ ß: "ss", ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe" })[one.toLowerCase()]!,
    )
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 32)
    .replace(/^_+|_+$/g, "");

function freeId(board: Board, name: string, own = ""): string {
  const base = slug(name) || "city";
  const taken = new Set(board.cities.map(({ id }) => id).filter((id) => id !== own));
  for (const country of Object.keys(board.countries ?? {})) taken.add(country);
  let found = base;
  for (let n = 2; taken.has(found); n++) found = `${base}_${n}`;
  return found;
}

/** The two ends of a route or ticket, from its id. */
export const endsOf = (id: string): [string, string] => id.split("/")[0]!.split("-") as [string, string];

/** Whether a route leads from a city back to it (MECH-8). */
export function isRing(id: string): boolean {
  const [a, b] = endsOf(id);
  return a === b;
}

/** The minimum length of a route. */
export const shortestOf = (id: string): number => (isRing(id) ? SHORTEST_RING : 1);

/** The id of a route or ticket between two cities that none of these rows has. */
function pairId(rows: readonly { id: string }[], a: string, b: string): string {
  const base = a < b ? `${a}-${b}` : `${b}-${a}`;
  const taken = new Set(rows.map(({ id }) => id));
  let found = base;
  for (let n = 2; taken.has(found); n++) found = `${base}/${n}`;
  return found;
}

/** The routes between two cities, or the rings of one. */
export const between = (board: Board, a: string, b: string): Route[] => {
  const pair = pairId([], a, b);
  return board.routes.filter(({ id }) => id.split("/")[0] === pair);
};

const sorted = <Row extends { id: string }>(rows: Row[]): Row[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

// ------------------------------------------------------------------------------------------------------------ cities

export const isFull = (board: Board, table: keyof typeof LIMITS): boolean =>
  board[table].length >= LIMITS[table];

export function addCity(board: Board, name: string, lat: number, lon: number): [Board, string] {
  const id = freeId(board, name);
  return [{ ...board, cities: [...board.cities, { id, name, lat: round(lat), lon: round(lon) }] }, id];
}

const round = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

export const moveCity =
  (id: string, lat: number, lon: number): Change =>
  (board) => ({
    ...board,
    cities: board.cities.map((city) =>
      city.id === id ? { ...city, lat: round(clamp(lat, -85, 85)), lon: round(clamp(lon, -180, 180)) } : city,
    ),
  });

/** Change the drawing; settings with their default value are omitted. */
export const changeDrawing =
  (change: Drawing): Change =>
  (board) => {
    const usual: Drawing = { margin: MARGIN, title: TITLES[0], palette: PALETTES[0] };
    const entries = Object.entries({ ...board.drawing, ...change }).filter(
      ([key, value]) =>
        value !== usual[key as keyof Drawing] && !(typeof value === "object" && !Object.keys(value).length),
    );
    const { drawing: _, ...others } = board;
    return entries.length ? { ...others, drawing: Object.fromEntries(entries) } : others;
  };

/** Set the side of a city on which its name is written; null: the layout solver chooses. */
export const placeName =
  (city: string, side: Side | null): Change =>
  (board) => {
    const { [city]: before, ...others } = board.drawing?.names ?? {};
    if (before === (side ?? undefined)) return board;
    return changeDrawing({ names: side ? { ...others, [city]: side } : others })(board);
  };

/** Rename a city, and change its id accordingly everywhere. */
export function renameCity(board: Board, id: string, name: string): [Board, string] {
  const now = freeId(board, name, id);
  const moved = (end: string): string => (end === id ? now : end);
  const renamed = {
    ...board,
    cities: board.cities.map((city) => (city.id === id ? { ...city, id: now, name } : city)),
  };
  if (now === id) return [renamed, id];
  const routes: Route[] = [];
  for (const route of board.routes) {
    const [a, b] = endsOf(route.id);
    routes.push(a === id || b === id ? { ...route, id: pairId(routes, moved(a), moved(b)) } : route);
  }
  const settings = movedSettings(
    board,
    board.routes.map((route, n) => [route, routes[n]!]),
  );
  const tickets: Ticket[] = [];
  for (const ticket of board.tickets) {
    if (ticket.origin !== id && !ticket.targets.includes(id)) {
      tickets.push(ticket);
      continue;
    }
    tickets.push(withEnds(tickets, ticket, moved(ticket.origin), ticket.targets.map(moved)));
  }
  return [
    {
      ...renamed,
      routes: sorted(routes),
      tickets: sorted(tickets),
      ...settings,
      ...renamedNames(board, id, now),
    },
    now,
  ];
}

function withEnds(rows: Ticket[], ticket: Ticket, origin: string, targets: string[]): Ticket {
  if (targets.length !== 1) return { ...ticket, origin, targets };
  const [a, b] = [origin, targets[0]!].sort() as [string, string];
  return { ...ticket, id: pairId(rows, a, b), origin: a, targets: [b] };
}

/** Remove a city with its routes and tickets. */
export const removeCity =
  (id: string): Change =>
  (board) => {
    const stays = (route: Route): boolean => !endsOf(route.id).includes(id);
    return {
      ...board,
      cities: board.cities.filter((city) => city.id !== id),
      routes: board.routes.filter(stays),
      tickets: board.tickets.filter((ticket) => ticket.origin !== id && !ticket.targets.includes(id)),
      ...movedSettings(
        board,
        board.routes.map((route) => [route, stays(route) ? route : null]),
      ),
      ...renamedNames(board, id, ""),
    };
  };

// ------------------------------------------------------------------------------------------------------------ routes

/** Add a route between two cities, or a ring of one; a second one has the length of the first. */
export function addRoute(board: Board, a: string, b: string): [Board, string] {
  const [one, other] = [a, b].map((id) => board.cities.find((city) => city.id === id)!) as [City, City];
  const id = pairId(board.routes, a, b);
  const usual = (): number => (a === b ? NEW_RING : suggestedLength(board, one, other));
  const length = between(board, a, b)[0]?.length ?? usual();
  const route: Route = { id, length, color: suggestedColor(board, a, b), kind: "normal", wilds: 0 };
  return [withTrains(board, { ...board, routes: sorted([...board.routes, route]) }), id];
}

/**
 * Connect neighbors that have no route, nearest first: two cities with no third one in the circle between them (Gabriel
 * graph). This reaches every city, and its straight lines hardly ever cross.
 */
export const suggestRoutes: Change = (board) => {
  const cities = board.cities.filter(({ country }) => !country);
  const pairs = cities.flatMap((a, n) =>
    cities
      .slice(n + 1)
      .map((b) => ({ a, b, span: far(a, b), linked: between(board, a.id, b.id).length > 0 })),
  );
  const beside = ({ a, b, span }: (typeof pairs)[number]): boolean =>
    cities.every((c) => c === a || c === b || far(a, c) ** 2 + far(b, c) ** 2 > span ** 2);
  const found = pairs.filter((pair) => !pair.linked && pair.span > 0 && beside(pair));
  found.sort((one, other) => one.span - other.span);
  let next = board;
  for (const { a, b } of found) if (!isFull(next, "routes")) next = addRoute(next, a.id, b.id)[0];
  return next;
};

export const changeRoute =
  (id: string, change: Partial<Route>): Change =>
  (board) => {
    const routes = board.routes.map((route) => {
      if (route.id !== id) return route;
      const found = { ...route, ...change };
      if (found.kind === "ferry") return { ...found, color: "gray" as const, wilds: found.wilds || 1 };
      return { ...found, wilds: 0 };
    });
    const rules = { ...board.rules };
    // Tunnels need their rule.
    if (change.kind === "tunnel" && !rules.surcharge_cards) rules.surcharge_cards = 3;
    const changed = { ...board, routes, ...(Object.keys(rules).length && { rules }) };
    return change.length ? withTrains(board, changed) : changed;
  };

export const removeRoute =
  (id: string): Change =>
  (board) => {
    const [a, b] = endsOf(id);
    const routes: Route[] = [];
    const rows = board.routes.map((route): [Route, Route | null] => {
      if (route.id === id) return [route, null];
      const ends = endsOf(route.id);
      const beside = ends[0] === a && ends[1] === b;
      const now = beside ? { ...route, id: pairId(routes, a, b) } : route;
      routes.push(now);
      return [route, now];
    });
    return withTrains(board, { ...board, routes, ...movedSettings(board, rows) });
  };

/** The board after a change of routes: if the number of trains fitted the spaces, fit it again. */
const withTrains = (before: Board, board: Board): Board =>
  before.trains.count === suitingTrains(before)
    ? { ...board, trains: { ...board.trains, count: suitingTrains(board) } }
    : board;

export function suitingTrains(board: Board): number {
  const spaces = board.routes.reduce((sum, { length }) => sum + length, 0);
  return Math.min(MOST_TRAINS, Math.max(FEWEST_TRAINS, Math.round(spaces / SPACES_PER_TRAIN)));
}

// ----------------------------------------------------------------------------------------------------------- tickets

export const ticketPoints = (board: Board, a: string, b: string): number | null =>
  distances(board.cities, board.routes)(a, b);

/** Add a ticket worth the length of the shortest path; null if there is no path, or the ticket exists. */
export function addTicket(board: Board, a: string, b: string): [Board, string] | null {
  const [origin, target] = [a, b].sort() as [string, string];
  const points = ticketPoints(board, origin, target);
  const id = `${origin}-${target}`;
  if (points === null || board.tickets.some((ticket) => ticket.id === id)) return null;
  const ticket = { id, origin, targets: [target], points: [Math.min(99, points)], long: false };
  return [{ ...board, tickets: sorted([...board.tickets, ticket]) }, id];
}

export const changeTicket =
  (id: string, change: Partial<Ticket>): Change =>
  (board) => ({
    ...board,
    tickets: board.tickets.map((ticket) => (ticket.id === id ? { ...ticket, ...change } : ticket)),
  });

export const removeTicket =
  (id: string): Change =>
  (board) => ({ ...board, tickets: board.tickets.filter((ticket) => ticket.id !== id) });

export const withTickets =
  (tickets: Ticket[]): Change =>
  (board) => ({ ...board, tickets });

/** Set the points of tickets to the length of the shortest path again; country tickets keep theirs. */
export const repriced: Change = (board) => {
  const way = distances(board.cities, board.routes);
  return {
    ...board,
    tickets: board.tickets.map((ticket) => {
      const points = ticket.targets.length === 1 ? way(ticket.origin, ticket.targets[0]!) : null;
      return points === null ? ticket : { ...ticket, points: [Math.min(99, points)] };
    }),
  };
};

/** A board whose cities all have a place; those without one are put on a circle. */
export function placed(board: Board): Board {
  if (board.cities.every(({ lat, lon }) => typeof lat === "number" && typeof lon === "number")) return board;
  const turn = (2 * Math.PI) / board.cities.length;
  const cities = board.cities.map((city, n) => ({
    ...city,
    lat: round(-6 * Math.cos(turn * n)),
    lon: round(8 * Math.sin(turn * n)),
  }));
  return { ...board, geography: false, cities };
}
