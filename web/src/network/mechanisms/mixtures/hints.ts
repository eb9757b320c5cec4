import { t } from "../../../i18n";
import type { HintTexts } from "../../../lib/hints";
import type { Reason } from "../../hints";
import { mixtures } from "./actions";

export const advice: HintTexts<Reason> = {
  action(legal) {
    const [mixture] = mixtures(legal);
    return mixture ? t("hint.mix", { long: mixture.long }) : null;
  },
  places: (legal) => mixtures(legal).map(({ long }) => `[data-mixture="${long}"]`),
};
