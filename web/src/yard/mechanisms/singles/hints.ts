import { t } from "../../../i18n";
import { handPlaces, withCards, type HintTexts } from "../../../lib/hints";
import type { Reason } from "../../hints";
import { trios } from "./actions";

export const advice: HintTexts<Reason> = {
  action(legal) {
    const [placed] = trios(legal);
    return placed ? t("hint.place", withCards(placed.cards)) : null;
  },
  places: (legal) => trios(legal).flatMap(({ cards }) => handPlaces(cards)),
};
