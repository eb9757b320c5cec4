import { list, t } from "../../../i18n";
import { cardsText, oneCard } from "../../../lib/names";
import { subject } from "../../../lib/words";
import { routeKey } from "../../../board/drawing";
import { briefly } from "../../brief";
import type { NetworkTelling } from "../../mechanism";

export const telling: NetworkTelling = {
  prompt: ({ phase }) => (phase === "tunnel" ? t("status.tunnel") : null),
  events: {
    tunnel: {
      tell: (event, teller) =>
        t("event.tunnel", {
          ...subject(event.seat, teller),
          route: teller.names.routeName(event.route),
          cards: list(event.revealed.map(oneCard)),
          revealed: event.revealed.length,
          surcharge: event.surcharge,
        }),
      sound: "tunnel",
      lasts: ({ revealed }) => 900 + 500 * revealed.length,
    },
    surcharge: {
      tell: (event, teller) =>
        t("event.surcharge", { ...subject(event.seat, teller), cards: cardsText(event.payment) }),
    },
    withdrew: {
      tell: (event, teller) =>
        t("event.withdrew", { ...subject(event.seat, teller), route: teller.names.routeName(event.route) }),
      brief: ({ route }, name, { names }) => ({
        icon: "cross",
        ...briefly("withdrew", { name, route: names.routeName(route) }),
        place: routeKey(route),
      }),
    },
  },
};
