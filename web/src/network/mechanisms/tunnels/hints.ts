import { t } from "../../../i18n";
import { handPlaces, withCards, type HintTexts } from "../../../lib/hints";
import type { Reason } from "../../hints";
import { surcharges, withdrawal } from "./actions";

export const advice: HintTexts<Reason> = {
  action(legal) {
    const [way] = surcharges(legal);
    if (way) return t("hint.surcharge", withCards(way.cards));
    return withdrawal(legal) && t("hint.withdraw");
  },
  places: (legal) => surcharges(legal).flatMap(({ cards }) => handPlaces(cards)),
  reasons: {
    surcharge: ({ paying, withdrawing }) =>
      t("hint.paying", { paying: Math.round(paying), withdrawing: Math.round(withdrawing) }),
  },
};
