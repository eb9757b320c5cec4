import { t } from "../../../i18n";
import { cardsText, singleCards } from "../../../lib/names";
import { subject } from "../../../lib/words";
import { routeKey } from "../../../board/drawing";
import { cardList } from "../../../table/cards";
import { recentText } from "../../../table/recenttext";
import type { NetworkTexts } from "../../mechanism";

export const texts: NetworkTexts = {
  prompt: ({ phase }) => (phase === "tunnel" ? t("status.tunnel") : null),
  events: {
    tunnel: {
      describe: (event, context) =>
        t("event.tunnel", {
          ...subject(event.seat, context),
          route: context.names.routeName(event.route),
          cards: singleCards(event.revealed),
          revealed: event.revealed.length,
          surcharge: event.surcharge,
        }),
      opens: "tunnel",
      sound: ({ surcharge }) => (surcharge ? "tunnel_closed" : "tunnel_open"),
      lasts: ({ revealed }) => 900 + 500 * revealed.length,
    },
    surcharge: {
      describe: (event, context) =>
        t("event.surcharge", { ...subject(event.seat, context), cards: cardsText(event.payment) }),
      flights: ({ seat, payment }, stage) =>
        cardList(payment).map((face, order) => ({
          from: stage.cardPlace(seat, face),
          to: "[data-paid]",
          face,
          order,
        })),
    },
    withdrew: {
      describe: (event, context) =>
        t("event.withdrew", { ...subject(event.seat, context), route: context.names.routeName(event.route) }),
      recent: ({ route }, name, { names }) => ({
        icon: "cross",
        ...recentText("withdrew", { name, route: names.routeName(route) }),
        place: routeKey(route),
      }),
    },
  },
};
