import { t } from "../../../i18n";
import { cardsText } from "../../../lib/names";
import { subject } from "../../../lib/words";
import { routeKey } from "../../../board/drawing";
import type { Place } from "../../../parts/flights";
import { paying } from "../../../table/cards";
import { briefly } from "../../brief";
import type { NetworkTelling } from "../../mechanism";

/** The space of a route that a card pays for. */
function spaceOf(route: string, order: number): Place {
  const spaces = document.querySelectorAll(`.drawing [data-route="${CSS.escape(route)}"] .slot`);
  return spaces[order] ?? `.drawing [data-route="${CSS.escape(route)}"]`;
}

export const telling: NetworkTelling = {
  events: {
    claimed: {
      tell: (event, teller) =>
        t("event.claimed", {
          ...subject(event.seat, teller),
          route: teller.names.routeName(event.route),
          cards: cardsText(event.payment),
          points: event.points,
        }),
      sound: "train",
      flights: ({ seat, route, payment }, stage) =>
        paying(seat, stage, (order) => spaceOf(route, order), payment),
      rests: 700,
      brief: ({ route, points }, name, { names }) => ({
        icon: "route",
        ...briefly("claimed", { name, route: names.routeName(route), points }),
        place: routeKey(route),
      }),
    },
    final_round: {
      // On a map it is always somebody whose trains run out.
      tell: (event, teller) =>
        t("event.final_round", { ...subject(event.seat!, teller), count: event.turns_left }),
    },
  },
};
