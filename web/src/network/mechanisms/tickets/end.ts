import { t } from "../../../i18n";
import { PART, TURN, type Beat } from "../../../table/end/ceremony";
import type { NetworkEnding } from "../../end/ending";
import { routesOf } from "../../end/routes";
import { ticketPath } from "../../end/ticketpath";

export const ending: NetworkEnding = {
  beats({ view, names, ruleset }, result) {
    const { seat } = result;
    const routes = routesOf(result, view);
    const own = new Set(routes);
    const taken = new Set(view.players.flatMap((player) => (player.seat === seat ? [] : player.routes)));
    if (!result.tickets_list.length)
      return [{ seat, weight: PART, label: t("end.ceremony_none"), gains: new Map(), routes }];
    return result.tickets_list.map((ticket): Beat => ({
      seat,
      weight: TURN,
      ticket,
      gains: new Map([[seat, ticket.scored]]),
      routes,
      path: ticketPath(ticket, own, taken, names, ruleset.routes),
      tone: ticket.scored > 0 ? "done" : "missed",
      cities: names.endsOf(ticket),
    }));
  },
  // All of a player's routes, and the tickets.
  light: {
    id: "networks",
    title: "end.networks",
    routes: routesOf,
    cities: ({ tickets_list }, names) => tickets_list.flatMap((ticket) => names.endsOf(ticket)),
  },
};
