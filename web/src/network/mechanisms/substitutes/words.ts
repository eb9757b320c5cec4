import { t } from "../../../i18n";
import { cardsText } from "../../../lib/names";
import { subject } from "../../../lib/words";
import { paymentFlights } from "../../../table/cards";
import type { NetworkTexts } from "../../mechanism";

export const texts: NetworkTexts = {
  prompt: ({ phase }) => (phase === "giving" ? t("status.giving") : null),
  events: {
    gave: {
      describe: ({ seat, card }, context) =>
        t("event.gave", { ...subject(seat, context), cards: cardsText({ [card]: 1 }) }),
      flights: ({ seat, card }, stage) => paymentFlights(seat, stage, () => ".drawing", { [card]: 1 }),
    },
  },
};
