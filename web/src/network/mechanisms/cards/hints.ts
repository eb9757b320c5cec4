import { t } from "../../../i18n";
import { wantedText, type HintTexts } from "../../../lib/hints";
import type { Reason } from "../../hints";

export const advice: HintTexts<Reason> = {
  reasons: {
    wanted: ({ cards }) => wantedText(cards),
    indifferent: () => t("hint.indifferent"),
  },
};
