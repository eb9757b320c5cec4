import { list, t } from "../../../i18n";
import { AWARD, type Beat } from "../../../table/end/ceremony";
import type { NetworkEnding } from "../../end/ending";

export const ending: NetworkEnding = {
  /** The players with complete districts, one after another. */
  awards({ outcome, ruleset, nameOf }) {
    return outcome.players.flatMap(({ seat, districts: points, complete_districts }): Beat[] => {
      const complete = ruleset.numbers.districts?.filter(({ id }) => complete_districts?.includes(id));
      if (!points || !complete?.length) return [];
      const names = list(complete.map(({ name }) => name));
      return [
        {
          seat: null,
          weight: AWARD,
          label: t("award.districts", { names }),
          gains: new Map([[seat, points]]),
          routes: [],
          cities: complete.flatMap(({ cities }) => cities),
          tone: "done",
          spoken: t("award.districts_spoken", { name: nameOf(seat), names }),
        },
      ];
    });
  },
};
