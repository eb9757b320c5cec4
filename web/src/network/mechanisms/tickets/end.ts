import { t } from "../../../i18n";
import { PART, TURN, type Beat } from "../../../table/end/ceremony";
import type { NetworkEnding } from "../../end/ending";
import { routesOf } from "../../end/routes";

export const ending: NetworkEnding = {
  beats({ view, names }, result) {
    const { seat } = result;
    const routes = routesOf(result, view);
    if (!result.tickets_list.length)
      return [{ seat, weight: PART, label: t("end.ceremony_none"), gains: new Map(), routes }];
    return result.tickets_list.map((ticket): Beat => ({
      seat,
      weight: TURN,
      ticket,
      gains: new Map([[seat, ticket.scored]]),
      routes,
      cities: [ticket.from, ...ticket.to].flatMap((place) => names.citiesOf(place)),
    }));
  },
  // All that somebody has built, and the tickets.
  light: {
    id: "networks",
    title: "end.networks",
    routes: routesOf,
    cities: ({ tickets_list }, names) =>
      tickets_list.flatMap(({ from, to }) => [from, ...to].flatMap((place) => names.citiesOf(place))),
  },
};
