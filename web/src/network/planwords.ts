// Plans in words: what a ticket still takes, and why a route cannot be claimed.
import type { Missing } from "../board/lacking";
import { list, t } from "../i18n";
import { cardsOf, cardsText, entries, type Names } from "../lib/names";
import type { Obstacle, Lacking, NetworkTicketPlan } from "../lib/types";

/** Why a free route cannot be claimed; nothing where there is only somebody else to wait for. */
export function obstacleText(id: string, obstacle: Obstacle, names: Names): string {
  const route = names.route(id);
  switch (obstacle.why) {
    case "twin_owned":
      return t("why.twin_owned");
    case "twin_closed":
      return t("why.twin_closed", { players: obstacle.open_from });
    case "trains":
      return t("why.trains", { needed: obstacle.needed, left: obstacle.left });
    case "cards":
      if (route?.wilds && obstacle.lacking.wild) {
        return t("why.ferry", { wilds: route.wilds, cards: cardsText(obstacle.lacking) });
      }
      return t("why.cards", { cards: cardsText(obstacle.lacking) });
    case "decision":
      return t("why.decision");
    case "turn":
      return t("why.turn");
    default:
      return ""; // whose it is the name of the route says
  }
}

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
