import { t } from "../../../i18n";
import { cardsText, entries } from "../../../lib/names";
import type { Viewer } from "../../../lib/remarks";
import type { NetworkView } from "../../../lib/types";
import { subject } from "../../../lib/words";
import { routeKey } from "../../../board/drawing";
import type { Place } from "../../../parts/places";
import { paymentFlights } from "../../../table/cards";
import { recentText } from "../../../table/recenttext";
import type { NetworkTexts } from "../../mechanism";

/** The space of a route that a card pays for. */
function spaceOf(route: string, order: number): Place {
  const spaces = document.querySelectorAll(`.drawing [data-route="${CSS.escape(route)}"] .slot`);
  return spaces[order] ?? `.drawing [data-route="${CSS.escape(route)}"]`;
}

/** Whether a route joins two parts of the viewer's network, so that the viewer may have wanted it. */
function wanted(id: string, { seat, view, names }: Viewer): boolean {
  const own = (view as NetworkView).players[seat ?? -1]?.routes ?? [];
  const cities = new Set(own.flatMap((one) => [names.route(one)?.a, names.route(one)?.b]));
  const route = names.route(id);
  if (own.includes(id) || !route || route.a === route.b) return false;
  return cities.has(route.a) && cities.has(route.b);
}

export const texts: NetworkTexts = {
  events: {
    claimed: {
      describe: (event, context) =>
        t("event.claimed", {
          ...subject(event.seat, context),
          route: context.names.routeName(event.route),
          cards: cardsText(event.payment),
          points: event.points,
        }),
      sound: "train",
      times: ({ payment }) => entries(payment).reduce((sum, [, count]) => sum + count, 0),
      causes: ({ seat, route }, viewer) => (wanted(route, viewer) ? [{ seat, occasion: "claim" }] : []),
      flights: ({ seat, route, payment }, stage) =>
        paymentFlights(seat, stage, (order) => spaceOf(route, order), payment),
      rests: 700,
      recent: ({ route, points }, name, { names }) => ({
        icon: "route",
        ...recentText("claimed", { name, route: names.routeName(route), points }),
        place: routeKey(route),
      }),
    },
    final_round: {
      // In map games, the trains of a player always trigger the last round.
      describe: (event, context) =>
        t("event.final_round", { ...subject(event.seat!, context), count: event.turns_left }),
    },
  },
};
