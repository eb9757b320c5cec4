import { drawing } from "../../../table/cards";
import { recentText } from "../../../table/recenttext";
import type { YardTexts } from "../../mechanism";

export const texts: YardTexts = {
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
  },
};
