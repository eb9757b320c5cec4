import { list, t } from "../../../i18n";
import { AWARD, type Beat } from "../../../table/end/ceremony";
import type { NetworkEnding } from "../../end/ending";

export const ending: NetworkEnding = {
  shown: ({ numbers }) => numbers.longest > 0,
  /** The holders of the longest path bonus; several players may share it. */
  awards({ outcome, nameOf }) {
    const holders = outcome.players.filter(({ longest }) => longest > 0);
    return holders.map((holder, i): Beat => {
      const count = holder.longest_path;
      return {
        seat: null,
        weight: AWARD,
        label: t("end.ceremony_longest", { count }),
        gains: new Map([[holder.seat, holder.longest]]),
        routes: holder.trail,
        path: holder.trail,
        tone: "run",
        ...(i === 0 && {
          spoken: t("end.ceremony_longest_spoken", {
            names: list(holders.map(({ seat }) => nameOf(seat))),
            count,
          }),
        }),
      };
    });
  },
  light: {
    id: "trails",
    title: "end.trails",
    shown: ({ numbers }) => numbers.longest > 0 || numbers.tie_breaks.includes("longest"),
    text: ({ longest_path: count }) => t("end.trail_length", { count }),
    routes: ({ trail }) => trail,
  },
};
