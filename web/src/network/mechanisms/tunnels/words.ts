import { t } from "../../../i18n";
import { cardsText, singleCards } from "../../../lib/names";
import { subject } from "../../../lib/words";
import { routeKey } from "../../../board/drawing";
import { single } from "../../../table/cards";
import { recentText } from "../../../table/recenttext";
import type { NetworkTelling } from "../../mechanism";

export const telling: NetworkTelling = {
  prompt: ({ phase }) => (phase === "tunnel" ? t("status.tunnel") : null),
  events: {
    tunnel: {
      tell: (event, teller) =>
        t("event.tunnel", {
          ...subject(event.seat, teller),
          route: teller.names.routeName(event.route),
          cards: singleCards(event.revealed),
          revealed: event.revealed.length,
          surcharge: event.surcharge,
        }),
      opens: "tunnel",
      sound: ({ surcharge }) => (surcharge ? "tunnel_closed" : "tunnel_open"),
      lasts: ({ revealed }) => 900 + 500 * revealed.length,
    },
    surcharge: {
      tell: (event, teller) =>
        t("event.surcharge", { ...subject(event.seat, teller), cards: cardsText(event.payment) }),
      flights: ({ seat, payment }, stage) =>
        single(payment).map((face, order) => ({
          from: stage.home(seat, face),
          to: "[data-paid]",
          face,
          order,
        })),
    },
    withdrew: {
      tell: (event, teller) =>
        t("event.withdrew", { ...subject(event.seat, teller), route: teller.names.routeName(event.route) }),
      recent: ({ route }, name, { names }) => ({
        icon: "cross",
        ...recentText("withdrew", { name, route: names.routeName(route) }),
        place: routeKey(route),
      }),
    },
  },
};
