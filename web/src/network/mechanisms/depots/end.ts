import { list, t } from "../../../i18n";
import { AWARD } from "../../../table/end/ceremony";
import type { NetworkEnding } from "../../end/ending";

export const ending: NetworkEnding = {
  /** All winners of the bonus in one step: they have the same number of depots left. */
  awards({ outcome, view, nameOf }) {
    const holders = outcome.players.filter(({ depots }) => depots);
    const count = holders.length ? view.players[holders[0]!.seat]?.depots : undefined;
    if (count === undefined) return [];
    return [
      {
        seat: null,
        weight: AWARD,
        label: t("award.depots", { count }),
        gains: new Map(holders.map(({ seat, depots }) => [seat, depots!])),
        routes: [],
        tone: "done",
        spoken: t("award.depots_spoken", { names: list(holders.map(({ seat }) => nameOf(seat))), count }),
      },
    ];
  },
};
