import { t } from "../../../i18n";
import { cardsText } from "../../../lib/names";
import { subject } from "../../../lib/words";
import { paying } from "../../../table/cards";
import type { NetworkTelling } from "../../mechanism";

export const telling: NetworkTelling = {
  prompt: ({ phase }) => (phase === "giving" ? t("status.giving") : null),
  events: {
    gave: {
      tell: ({ seat, card }, teller) =>
        t("event.gave", { ...subject(seat, teller), cards: cardsText({ [card]: 1 }) }),
      flights: ({ seat, card }, stage) => paying(seat, stage, () => ".drawing", { [card]: 1 }),
    },
  },
};
