import { t } from "../../../i18n";
import type { HintTexts } from "../../../lib/hints";
import { oneCard } from "../../../lib/names";
import { ticketsText, type TextContext } from "../../../lib/words";
import type { Reason } from "../../hints";

const named = (ids: string[], context: TextContext) => ({
  tickets: ticketsText(ids, context),
  count: ids.length,
});

export const advice: HintTexts<Reason> = {
  reasons: {
    needed: ({ card, tickets }, context) =>
      t("hint.needed", { card: oneCard(card), ...named(tickets, context) }),
    planned: ({ ticket, points }, context) => t("hint.in_time", { points, ...named([ticket], context) }),
    left_out: ({ ticket }, context) => t("hint.left_out", named([ticket], context)),
    more_tickets: () => t("hint.other_tickets"),
  },
};
