import { list, t } from "../../../i18n";
import { AWARD } from "../../../table/end/ceremony";
import type { NetworkEnding } from "../../end/ending";

export const ending: NetworkEnding = {
  /** The holders of the bonus at once: they have equally many tickets. */
  awards({ outcome, who }) {
    const holders = outcome.players.filter(({ most_tickets }) => most_tickets);
    const count = holders[0]?.tickets_completed;
    if (count === undefined) return [];
    return [
      {
        seat: null,
        weight: AWARD,
        label: t("award.most_tickets", { count }),
        gains: new Map(holders.map(({ seat, most_tickets }) => [seat, most_tickets!])),
        routes: [],
        tone: "done",
        spoken: t("award.most_tickets_spoken", {
          names: list(holders.map(({ seat }) => who(seat))),
          count,
        }),
      },
    ];
  },
};
