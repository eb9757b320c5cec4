import { number, t } from "../../../i18n";
import type { NetworkEnding } from "../../end/ending";

export const ending: NetworkEnding = {
  known: true,
  extras({ claimed }, { names }) {
    if (!claimed) return [];
    const mark = number(names.route(claimed)?.length ?? 0);
    return [{ icon: "route", mark, text: t("end.turn_claimed", { route: names.routeName(claimed) }) }];
  },
};
