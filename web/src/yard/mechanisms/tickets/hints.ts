import { t } from "../../../i18n";
import type { HintTexts } from "../../../lib/hints";
import { oneCard } from "../../../lib/names";
import { ticketsText, type Teller } from "../../../lib/words";
import type { Reason } from "../../hints";

const named = (ids: string[], teller: Teller) => ({ tickets: ticketsText(ids, teller), count: ids.length });

export const advice: HintTexts<Reason> = {
  reasons: {
    needed: ({ card, tickets }, teller) =>
      t("hint.needed", { card: oneCard(card), ...named(tickets, teller) }),
    planned: ({ ticket, points }, teller) => t("hint.in_time", { points, ...named([ticket], teller) }),
    left_out: ({ ticket }, teller) => t("hint.left_out", named([ticket], teller)),
    more_tickets: () => t("hint.other_tickets"),
  },
};
