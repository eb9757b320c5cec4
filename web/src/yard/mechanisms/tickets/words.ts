import { drawPresentations } from "../../../table/cards";
import { recentText } from "../../../table/recenttext";
import type { YardTexts } from "../../mechanism";

export const texts: YardTexts = {
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
  },
};
