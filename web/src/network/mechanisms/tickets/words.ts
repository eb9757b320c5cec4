import { t } from "../../../i18n";
import { ticketsText } from "../../../lib/words";
import { drawing } from "../../../table/cards";
import { recentText } from "../../../table/recenttext";
import type { NetworkTexts } from "../../mechanism";

export const texts: NetworkTexts = {
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
      describe: ({ ticket }, context) => t("event.ticket_done", { ticket: ticketsText([ticket], context) }),
    },
  },
};
