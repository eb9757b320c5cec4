import { t } from "../../../i18n";
import { namedIn, type HintTexts } from "../../../lib/hints";
import { ticketsText } from "../../../lib/words";
import type { Reason } from "../../hints";

export const advice: HintTexts<Reason> = {
  action(legal, context) {
    const [declaration] = legal.of("declare");
    if (!declaration) return null;
    const declared = namedIn(declaration.action);
    return declared.length
      ? t("hint.declare", { tickets: ticketsText(declared, context) })
      : t("hint.declare_none");
  },
  reasons: {
    declares: ({ points }) => t("hint.declares", { points }),
    stack_unknown: ({ cards }) => t("hint.stack_unknown", { count: cards }),
  },
};
