// Plans in words: what a ticket still takes.
import type { Missing } from "../../../board/lacking";
import { list, t } from "../../../i18n";
import { cardsOf, entries } from "../../../lib/names";
import type { Lacking, NetworkTicketPlan } from "../../../lib/types";

/** The cards that are lacking for a whole way. */
export function lackingText({ colors, gray, wilds }: Lacking): string {
  return list([
    ...entries(colors).map(([color, count]) => cardsOf(color, count)),
    ...(gray ? [t("plan.gray", { count: gray })] : []),
    ...(wilds ? [cardsOf("wild", wilds)] : []),
  ]);
}

/** The same as tiles. */
export const missingOf = ({ colors, gray, wilds }: Lacking): Missing[] => [
  ...entries(colors).map(([color, count]) => ({ color, count })),
  ...(gray ? [{ color: "gray" as const, count: gray }] : []),
  ...(wilds ? [{ color: "wild" as const, count: wilds }] : []),
];

/** What a ticket still takes. */
export function planText(plan: NetworkTicketPlan): string {
  if (!plan.possible) return t("plan.impossible");
  if (!plan.routes.length) return t("plan.joined");
  const cards = lackingText(plan.lacking);
  const values = { routes: plan.routes.length, trains: plan.trains };
  return cards ? t("plan.way", { ...values, cards }) : t("plan.way_ready", values);
}
