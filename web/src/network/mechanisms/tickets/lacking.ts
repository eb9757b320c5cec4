// Plans in words: what a ticket still needs.
import type { Missing } from "../../../board/missing";
import { noun, nouns, t, type Noun } from "../../../i18n";
import { cardsOf, entries } from "../../../lib/names";
import type { Lacking, NetworkTicketPlan } from "../../../lib/types";

/** The cards that a whole path still needs. */
export function lackingText({ colors, gray, wilds }: Lacking): Noun | null {
  const all = [
    ...entries(colors).map(([color, count]) => cardsOf(color, count)),
    ...(gray ? [noun("plan.gray", { count: gray })] : []),
    ...(wilds ? [cardsOf("wild", wilds)] : []),
  ];
  return all.length ? nouns(all) : null;
}

/** The missing cards as tiles. */
export const missingOf = ({ colors, gray, wilds }: Lacking): Missing[] => [
  ...entries(colors).map(([color, count]) => ({ color, count })),
  ...(gray ? [{ color: "gray" as const, count: gray }] : []),
  ...(wilds ? [{ color: "wild" as const, count: wilds }] : []),
];

/** What a ticket still needs. */
export function planText(plan: NetworkTicketPlan): string {
  if (!plan.possible) return t("plan.impossible");
  if (!plan.routes.length) return t("plan.joined");
  const cards = lackingText(plan.lacking);
  const values = { routes: plan.routes.length, trains: plan.trains };
  return cards ? t("plan.way", { ...values, cards }) : t("plan.way_ready", values);
}
