// Why a route cannot be claimed, in words.
import { t } from "../../../i18n";
import { cardsOf, cardsText, type Names } from "../../../lib/names";
import type { Obstacle } from "../../../lib/types";

/** Why a free route cannot be claimed; null if it is only another player's turn. */
export function obstacleText(id: string, obstacle: Obstacle, names: Names): string {
  const route = names.route(id);
  switch (obstacle.why) {
    case "players":
      return t("why.players");
    case "twin_owned":
      return t("why.twin_owned");
    case "twin_closed":
      return t("why.twin_closed", { players: obstacle.open_from });
    case "trains":
      return t("why.trains", { needed: obstacle.needed, left: obstacle.left });
    case "small_trains":
      return t("why.small_trains", { needed: obstacle.needed, left: obstacle.left });
    case "cards":
      if (route?.wilds && obstacle.lacking.wild) {
        return t("why.ferry", { wilds: cardsOf("wild", route.wilds), cards: cardsText(obstacle.lacking) });
      }
      return t("why.cards", { cards: cardsText(obstacle.lacking) });
    case "decision":
      return t("why.decision");
    case "turn":
      return t("why.turn");
    default:
      return ""; // the name of the route already includes the owner
  }
}
