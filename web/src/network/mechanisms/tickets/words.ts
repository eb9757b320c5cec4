import { t } from "../../../i18n";
import { ticketsText } from "../../../lib/words";
import { drawing } from "../../../table/cards";
import { briefly } from "../../brief";
import type { NetworkTelling } from "../../mechanism";

export const telling: NetworkTelling = {
  events: {
    drew_tickets: drawing.drew_tickets,
    kept: {
      brief: ({ kept }, name) => ({
        icon: "ticket",
        ...briefly("tickets", { name, count: kept }),
        place: null,
      }),
    },
    ticket_done: {
      tell: ({ ticket }, teller) => t("event.ticket_done", { ticket: ticketsText([ticket], teller) }),
    },
  },
};
