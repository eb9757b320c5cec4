// What a small board should show: what is about to be done, a ticket that is pointed at, tickets to choose from, and
// otherwise the own tickets.
import { cityKey, routeKey } from "../board/drawing";
import type { GameStore } from "../lib/game.svelte";
import type { Ticket } from "../lib/views";
import type { NetworkAttention } from "./attention.svelte";
import { questionOf } from "./table";

type Game = GameStore<"network">;

export interface Aim {
  /** Routes and cities that have to be in sight; none is the whole board. */
  keys: string[];
  /** Not larger than so many pixels a board unit. */
  most: number;
}

/** Large enough to tell routes apart, and to see where they lead. */
const ROUTE = 0.95;
const TICKETS = 1.1;

/** What has to be seen now, if anything has. */
export function aim(game: Game, attention: NetworkAttention): Aim | null {
  const { building, ticket } = attention;
  const { view } = game;
  if (!view) return null;
  if (view.outcome) return ticket ? towards(game, [ticket]) : { keys: [], most: 1 };
  if (building?.build.on === "route") return route(game, building.id);
  if (building) return { keys: [cityKey(building.id)], most: ROUTE };
  const asked = questionOf(game, attention)?.route;
  if (asked) return route(game, asked);
  // To compare them one has to see all.
  if (view.offer.length && game.mustAct) return towards(game, view.offer);
  if (ticket) return towards(game, [ticket]);
  return null;
}

/** Where one is at home: the own tickets that are open, or else all of the board. */
export function home(game: Game): Aim {
  const tickets = game.view?.tickets ?? [];
  const open = tickets.filter((ticket) => ticket.state === "open");
  return towards(game, open.length ? open : tickets);
}

const towards = (game: Game, tickets: readonly Ticket[]): Aim => ({
  keys: citiesOf(game, tickets).map(cityKey),
  most: TICKETS,
});

function route(game: Game, id: string): Aim {
  const info = game.names.route(id);
  return { keys: [routeKey(id), ...(info ? [cityKey(info.a), cityKey(info.b)] : [])], most: ROUTE };
}

export const citiesOf = (game: Game, tickets: readonly Ticket[]): string[] =>
  tickets.flatMap(({ from, to }) => [from, ...to].flatMap((place) => game.names.citiesOf(place)));

/** The cities whose names are to be read before others: of the tickets, and of what is looked at. */
export function named(game: Game, looked: Aim | null): Set<string> {
  const keys = looked?.keys.filter((key) => key.startsWith("city:")).map((key) => key.slice("city:".length));
  const tickets = [...(game.view?.offer ?? []), ...(game.view?.tickets ?? [])];
  return new Set([...(keys ?? []), ...citiesOf(game, tickets)]);
}
