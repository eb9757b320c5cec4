import { countOf, payments, type Payment } from "../../../lib/legal";
import type { NetworkRulesetInfo, RouteInfo } from "../../../lib/types";

/** The cards that can be given in place of others. */
export const gifts = payments("give");

/** How many cards of any kind a payment for a route takes besides its own cards. */
export function othersFor(
  route: RouteInfo | undefined,
  { cards }: Payment,
  ruleset: NetworkRulesetInfo,
): number {
  if (!route) return 0;
  const { ferry_substitutes: ferry, route_substitutes: routes } = ruleset.numbers;
  const each = (route.kind === "ferry" ? ferry : routes?.[route.id]) ?? 0;
  return each * (route.length - countOf(cards));
}
