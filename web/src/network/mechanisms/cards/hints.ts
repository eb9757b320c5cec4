import { t } from "../../../i18n";
import { welcome, type Advice } from "../../../lib/hints";
import type { Reason } from "../../hints";

export const advice: Advice<Reason> = {
  reasons: {
    wanted: ({ cards }) => welcome(cards),
    indifferent: () => t("hint.indifferent"),
  },
};
