import { list, t } from "../../../i18n";
import { AWARD } from "../../../table/end/ceremony";
import type { NetworkEnding } from "../../end/ending";
import { largestPart } from "../../end/routes";

export const ending: NetworkEnding = {
  /** All winners of the bonus in one step: they have the same number of cities. */
  awards({ outcome, ruleset, view, nameOf }) {
    const holders = outcome.players.filter(({ most_cities }) => most_cities);
    const count = holders[0]?.connected_cities;
    if (count === undefined) return [];
    const parts = holders.map(({ seat }) => {
      const own = new Set(view.players[seat]?.routes);
      return largestPart(ruleset.routes.filter(({ id }) => own.has(id)));
    });
    return [
      {
        seat: null,
        weight: AWARD,
        label: t("award.most_cities", { count }),
        gains: new Map(holders.map(({ seat, most_cities }) => [seat, most_cities!])),
        routes: parts.flatMap(({ routes }) => routes),
        cities: parts.flatMap(({ cities }) => cities),
        tone: "done",
        spoken: t("award.most_cities_spoken", {
          names: list(holders.map(({ seat }) => nameOf(seat))),
          count,
        }),
      },
    ];
  },
};
