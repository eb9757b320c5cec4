import { t } from "../../../i18n";
import type { HintTexts } from "../../../lib/hints";
import type { Reason } from "../../hints";

export const advice: HintTexts<Reason> = {
  reasons: { turns_left: ({ turns }) => t("hint.turns_left", { turns }) },
};
