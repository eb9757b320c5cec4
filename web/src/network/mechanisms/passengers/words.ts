import { t } from "../../../i18n";
import { colorName } from "../../../lib/names";
import { subject } from "../../../lib/words";
import type { NetworkTelling } from "../../mechanism";

export const telling: NetworkTelling = {
  prompt: ({ phase }) => (phase === "boarding" ? t("status.boarding") : null),
  events: {
    boarded: {
      tell: ({ seat, place, color }, teller) =>
        t("event.boarded", {
          ...subject(seat, teller),
          place: teller.names.place(place),
          color: colorName(color),
        }),
      sound: "card",
    },
  },
};
