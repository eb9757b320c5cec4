import { t } from "../../../i18n";
import type { Advice } from "../../../lib/hints";
import type { Reason } from "../../hints";

export const advice: Advice<Reason> = {
  reasons: { turns_left: ({ turns }) => t("hint.turns_left", { turns }) },
};
