import { t } from "../../../i18n";
import { AWARD, type Beat } from "../../../table/end/ceremony";
import type { NetworkEnding } from "../../end/ending";
import { routesOf } from "../../end/routes";

export const ending: NetworkEnding = {
  /** The players with such tickets, one after another. */
  awards({ outcome, view, nameOf }) {
    return outcome.players.flatMap((result): Beat[] => {
      const { seat, two_ways, two_ways_tickets: count } = result;
      if (!two_ways || !count) return [];
      return [
        {
          seat: null,
          weight: AWARD,
          label: t("award.two_ways", { count }),
          gains: new Map([[seat, two_ways]]),
          routes: routesOf(result, view),
          tone: "done",
          spoken: t("award.two_ways_spoken", { name: nameOf(seat), count }),
        },
      ];
    });
  },
};
