import { paymentsByPlace, push } from "../../../lib/legal";
import type { RouteInfo } from "../../../lib/types";

/** Ways to pay for each route that can be claimed. */
export const claims = paymentsByPlace("claim");

/** Routes between the same cities, together. */
export function merged(routes: readonly RouteInfo[]): RouteInfo[][] {
  const found = new Map<string, RouteInfo[]>();
  for (const route of routes) push(found, [route.a, route.b].sort().join(), route);
  return [...found.values()];
}
