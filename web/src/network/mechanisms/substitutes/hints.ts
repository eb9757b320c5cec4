import { t } from "../../../i18n";
import { handPlaces, withCards, type HintTexts } from "../../../lib/hints";
import type { Reason } from "../../hints";
import { gifts } from "./actions";

export const advice: HintTexts<Reason> = {
  action(legal) {
    const [gift] = gifts(legal);
    return gift ? t("hint.give", withCards(gift.cards)) : null;
  },
  places: (legal) => gifts(legal).flatMap(({ cards }) => handPlaces(cards)),
};
