import { t } from "../../../i18n";
import { ticketsText } from "../../../lib/words";
import { drawPresentations } from "../../../table/cards";
import { recentText } from "../../../table/recenttext";
import type { NetworkTexts } from "../../mechanism";

export const texts: NetworkTexts = {
  events: {
    drew_tickets: drawPresentations.drew_tickets,
    kept: {
      ...drawPresentations.kept,
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
