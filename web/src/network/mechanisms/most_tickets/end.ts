import { list, t } from "../../../i18n";
import { AWARD } from "../../../table/end/ceremony";
import type { NetworkEnding } from "../../end/ending";
import { routesOf } from "../../end/routes";

export const ending: NetworkEnding = {
  /** All winners of the bonus in one step: they have the same number of tickets. */
  awards({ outcome, names, view, nameOf }) {
    const holders = outcome.players.filter(({ most_tickets }) => most_tickets);
    const count = holders[0]?.tickets_completed;
    if (count === undefined) return [];
    return [
      {
        seat: null,
        weight: AWARD,
        label: t("award.most_tickets", { count }),
        gains: new Map(holders.map(({ seat, most_tickets }) => [seat, most_tickets!])),
        routes: holders.flatMap((holder) => routesOf(holder, view)),
        cities: holders.flatMap(({ tickets_list }) =>
          tickets_list.flatMap((ticket) => (ticket.scored > 0 ? names.endsOf(ticket) : [])),
        ),
        tone: "done",
        spoken: t("award.most_tickets_spoken", {
          names: list(holders.map(({ seat }) => nameOf(seat))),
          count,
        }),
      },
    ];
  },
};
