import { t } from "../../../i18n";
import { ticketsText } from "../../../lib/words";
import { drawing } from "../../../table/cards";
import { recentText } from "../../../table/recenttext";
import type { NetworkTelling } from "../../mechanism";

export const telling: NetworkTelling = {
  events: {
    drew_tickets: drawing.drew_tickets,
    kept: {
      ...drawing.kept,
      recent: ({ kept }, name) => ({
        icon: "ticket",
        ...recentText("tickets", { name, count: kept }),
        place: null,
      }),
    },
    ticket_done: {
      sound: "ticket",
      tell: ({ ticket }, teller) => t("event.ticket_done", { ticket: ticketsText([ticket], teller) }),
    },
  },
};
