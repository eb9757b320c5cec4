import { t } from "../../../i18n";
import type { HintTexts } from "../../../lib/hints";
import { colorName } from "../../../lib/names";
import type { Reason } from "../../hints";
import { boardings } from "./actions";

export const advice: HintTexts<Reason> = {
  action(legal, { names }) {
    const [one] = boardings(legal);
    return one ? t("hint.board", { place: names.place(one.place), color: colorName(one.color) }) : null;
  },
  places: (legal) => boardings(legal).map(({ action }) => `[data-boarding="${CSS.escape(action)}"]`),
};
