// The framing of a small board: shows the purchase in progress, the ticket under the pointer, tickets on offer or, by
// default, the player's tickets.
import { cityKey, routeKey } from "../board/drawing";
import type { GameStore } from "../lib/game.svelte";
import type { Hint } from "../lib/types";
import type { Ticket } from "../lib/views";
import type { NetworkAttention } from "./attention.svelte";
import type { Plans } from "./plan.svelte";
import { questionOf } from "./table";

type Game = GameStore<"network">;

export interface Framing {
  /** Routes and cities that must be visible; empty for the whole board. */
  keys: string[];
  /** The maximum scale in pixels per board unit. */
  maxScale: number;
}

/** Large enough to distinguish routes and see where they lead. */
const ROUTE = 0.95;
const TICKETS = 1.1;

/** The framing that the current decision needs, if any. */
export function neededFraming(game: Game, attention: NetworkAttention, plans: Plans): Framing | null {
  const { building, ticket } = attention;
  const { view } = game;
  if (!view) return null;
  if (view.outcome) return ticket ? towards(game, [ticket]) : { keys: [], maxScale: 1 };
  if (building?.build.on === "route") return route(game, building.id);
  if (building) return { keys: [cityKey(building.id)], maxScale: ROUTE };
  const asked = questionOf(game, attention)?.route;
  if (asked) return route(game, asked);
  // Comparing tickets requires seeing all of them.
  if (view.offer.length && game.mustAct) return towards(game, view.offer);
  if (ticket) return path(game, ticket, plans);
  const advised = routesOf(game.hint);
  return advised.length ? along(game, advised) : null;
}

/** The default view: the player's open tickets or, without any, the whole board. */
export function defaultFraming(game: Game): Framing {
  const tickets = game.view?.tickets ?? [];
  const open = tickets.filter((ticket) => ticket.state === "open");
  return towards(game, open.length ? open : tickets);
}

/** The route that a hint claims, and those of its plan. */
function routesOf(hint: Hint | null): string[] {
  if (hint?.machine !== "network") return [];
  const [verb, id] = hint.action.split(":");
  return [...(verb === "claim" ? [id!] : []), ...(hint.plan?.routes ?? [])];
}

/** The cities of a ticket, and the path in its plan. */
function path(game: Game, ticket: Ticket, plans: Plans): Framing {
  const { keys, maxScale } = towards(game, [ticket]);
  const plan = along(game, plans.ticket(ticket.id)?.routes ?? []);
  return { keys: [...keys, ...plan.keys], maxScale };
}

const towards = (game: Game, tickets: readonly Ticket[]): Framing => ({
  keys: citiesOf(game, tickets).map(cityKey),
  maxScale: TICKETS,
});

const route = (game: Game, id: string): Framing => along(game, [id]);

const along = (game: Game, ids: string[]): Framing => ({
  keys: ids.flatMap((id) => {
    const info = game.names.route(id);
    return [routeKey(id), ...(info ? [cityKey(info.a), cityKey(info.b)] : [])];
  }),
  maxScale: ROUTE,
});

const citiesOf = (game: Game, tickets: readonly Ticket[]): string[] =>
  tickets.flatMap((ticket) => game.names.endsOf(ticket));

/** The cities whose names have priority: those of the tickets and of the current subject. */
export function priorityCities(game: Game, looked: Framing | null): Set<string> {
  const keys = looked?.keys.filter((key) => key.startsWith("city:")).map((key) => key.slice("city:".length));
  const tickets = [...(game.view?.offer ?? []), ...(game.view?.tickets ?? [])];
  return new Set([...(keys ?? []), ...citiesOf(game, tickets)]);
}
