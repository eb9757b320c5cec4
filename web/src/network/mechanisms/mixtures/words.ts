import { t } from "../../../i18n";
import { subject } from "../../../lib/words";
import { drawing } from "../../../table/cards";
import type { NetworkTelling } from "../../mechanism";

const drew = (seat: number, count: number) => ({ event: "drew_tickets", seat, count }) as const;

export const telling: NetworkTelling = {
  prompt: ({ phase }) => (phase === "dealing" || phase === "mixing" ? t("status.mixing") : null),
  events: {
    mixing: { tell: ({ seat }, teller) => t("event.mixing", subject(seat, teller)) },
    mixed: {
      tell: ({ seat, regular, long }, teller) =>
        t("event.mixed", { ...subject(seat, teller), short: regular, long }),
      sound: "card",
      flights: ({ seat, regular, long }, stage) =>
        drawing.drew_tickets!.flights!(drew(seat, regular + long), stage),
      arrivals: ({ seat, regular, long }, stage) =>
        drawing.drew_tickets!.arrivals!(drew(seat, regular + long), stage),
    },
  },
};
