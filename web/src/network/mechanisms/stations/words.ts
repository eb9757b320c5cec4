import { t } from "../../../i18n";
import { cardsText } from "../../../lib/names";
import { subject } from "../../../lib/words";
import { cityKey } from "../../../board/drawing";
import { paymentFlights } from "../../../table/cards";
import { recentText } from "../../../table/recenttext";
import type { NetworkTexts } from "../../mechanism";

export const texts: NetworkTexts = {
  events: {
    station: {
      describe: (event, context) =>
        t("event.station", {
          ...subject(event.seat, context),
          city: context.names.place(event.city),
          cards: cardsText(event.payment),
        }),
      sound: "train",
      rests: 350,
      flights: ({ seat, city, payment }, stage) =>
        paymentFlights(seat, stage, () => `.drawing .city[data-city="${city}"] .dot`, payment),
      recent: ({ city }, name, { names }) => ({
        icon: "station",
        ...recentText("station", { name, city: names.place(city) }),
        place: cityKey(city),
      }),
    },
  },
};
