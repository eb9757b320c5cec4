import { list, t } from "../../../i18n";
import { AWARD } from "../../../table/end/ceremony";
import type { NetworkEnding } from "../../end/ending";

export const ending: NetworkEnding = {
  /** The points of all players in one step. */
  awards({ outcome, nameOf }) {
    const holders = outcome.players.filter(({ passengers }) => passengers);
    if (!holders.length) return [];
    return [
      {
        seat: null,
        weight: AWARD,
        label: t("award.passengers"),
        gains: new Map(holders.map(({ seat, passengers }) => [seat, passengers!])),
        routes: [],
        tone: "done",
        spoken: t("award.passengers_spoken", {
          names: list(holders.map(({ seat, passengers }) => `${nameOf(seat)} ${passengers}`)),
        }),
      },
    ];
  },
};
