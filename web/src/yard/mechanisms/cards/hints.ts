import { t } from "../../../i18n";
import { wantedText, type HintTexts } from "../../../lib/hints";
import { colorName } from "../../../lib/names";
import type { Reason } from "../../hints";
import { stop } from "./actions";

export const advice: HintTexts<Reason> = {
  action: (legal) => stop(legal) && t("yard.stop"),
  places: (legal) => (stop(legal) ? ["[data-stop]"] : []),
  reasons: {
    denies: ({ victim, color, cards }, context) =>
      t("hint.denies", { name: context.nameOf(victim), color: colorName(color), count: cards }),
    spare: () => t("hint.spare"),
    wanted: ({ cards }) => wantedText(cards),
  },
};
