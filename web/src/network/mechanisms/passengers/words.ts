import { t } from "../../../i18n";
import { colorName } from "../../../lib/names";
import { subject } from "../../../lib/words";
import type { NetworkTexts } from "../../mechanism";

export const texts: NetworkTexts = {
  prompt: ({ phase }) => (phase === "boarding" ? t("status.boarding") : null),
  events: {
    boarded: {
      describe: ({ seat, place, color }, context) =>
        t("event.boarded", {
          ...subject(seat, context),
          place: context.names.place(place),
          color: colorName(color),
        }),
      sound: "card",
    },
  },
};
