import { number, t } from "../../../i18n";
import type { NetworkEnding } from "../../end/ending";
import type { Extra } from "../../../table/end/turns";

export const ending: NetworkEnding = {
  extras({ surcharge, withdrew }, { names }) {
    const found: Extra[] = [];
    if (surcharge)
      found.push({ mark: `+${number(surcharge)}`, text: t("end.turn_surcharge", { count: surcharge }) });
    if (withdrew) {
      const text = t("end.turn_withdrew", { route: names.routeName(withdrew) });
      found.push({ icon: "cross", text });
    }
    return found;
  },
  questions: ({ players }) => [
    {
      title: t("end.luck_tunnels_title"),
      text: "end.luck_tunnels",
      none: "end.luck_tunnels_none",
      costly: true,
      chances: players.map(({ seat, tunnels }) => ({ seat, chance: tunnels })),
    },
  ],
};
