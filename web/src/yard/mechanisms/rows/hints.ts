import { t } from "../../../i18n";
import { handPlaces, withCards, type HintTexts } from "../../../lib/hints";
import { colorName } from "../../../lib/names";
import type { Reason } from "../../hints";
import { sets } from "./actions";

export const advice: HintTexts<Reason> = {
  action(legal) {
    const [placed] = [...sets(legal).values()].flat();
    return placed ? t("hint.place", withCards(placed.cards)) : null;
  },
  places: (legal) => [...sets(legal).values()].flat().flatMap(({ cards }) => handPlaces(cards)),
  reasons: {
    robs: ({ victim, color, cards }, context) =>
      t("hint.robs", { name: context.nameOf(victim), color: colorName(color), count: cards }),
  },
};
