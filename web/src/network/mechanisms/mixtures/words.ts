import { t } from "../../../i18n";
import { subject } from "../../../lib/words";
import { drawPresentations } from "../../../table/cards";
import type { NetworkTexts } from "../../mechanism";

const drew = (seat: number, count: number) => ({ event: "drew_tickets", seat, count }) as const;

export const texts: NetworkTexts = {
  prompt: ({ phase }) => (phase === "dealing" || phase === "mixing" ? t("status.mixing") : null),
  events: {
    mixing: { describe: ({ seat }, context) => t("event.mixing", subject(seat, context)) },
    mixed: {
      describe: ({ seat, regular, long }, context) =>
        t("event.mixed", { ...subject(seat, context), short: regular, long }),
      sound: "card",
      flights: ({ seat, regular, long }, stage) =>
        drawPresentations.drew_tickets!.flights!(drew(seat, regular + long), stage),
      arrivals: ({ seat, regular, long }, stage) =>
        drawPresentations.drew_tickets!.arrivals!(drew(seat, regular + long), stage),
    },
  },
};
