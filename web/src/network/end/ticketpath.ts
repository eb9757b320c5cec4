// The path of a ticket at the end of a game: the one that its owner built, or the one that was missing.
import type { Names } from "../../lib/names";
import type { RouteInfo } from "../../lib/types";
import type { Ticket } from "../../lib/views";
import { cheapestPath } from "../mechanisms/tickets/picture";

/** Extra length of a route that another player owns. */
const BLOCKED_COST = 100;

const routesBetween = (
  { from }: Ticket,
  to: string,
  names: Names,
  routes: readonly RouteInfo[],
  cost?: (route: RouteInfo) => number,
): RouteInfo[] => cheapestPath(names.citiesOf(from), names.citiesOf(to), routes, cost) ?? [];

/**
 * The routes in the order of travel. For a completed ticket these are routes in `own`, to the place that scored; for a
 * failed one, the path that would have needed the fewest trains. `taken` are the routes of other players.
 */
export function ticketPath(
  ticket: Ticket,
  own: ReadonlySet<string>,
  taken: ReadonlySet<string>,
  names: Names,
  routes: readonly RouteInfo[],
): string[] {
  const done = (ticket.scored ?? 0) > 0;
  const built = routes.filter(({ id }) => own.has(id));
  const cost = ({ id, length }: RouteInfo): number =>
    own.has(id) ? 0 : taken.has(id) ? BLOCKED_COST + length : length;
  const price = (path: RouteInfo[]): number => path.reduce((sum, route) => sum + cost(route), 0);
  const scored = ticket.to.filter((_, i) => !done || ticket.points[i] === ticket.scored);
  const paths = (scored.length ? scored : ticket.to)
    .map((to) =>
      done ? routesBetween(ticket, to, names, built) : routesBetween(ticket, to, names, routes, cost),
    )
    .filter((path) => path.length);
  const [best] = paths.sort((a, b) => price(a) - price(b) || a.length - b.length);
  return best?.map(({ id }) => id) ?? [];
}
