import { list, t } from "../../../i18n";
import type { HintTexts } from "../../../lib/hints";
import type { Reason } from "../../hints";
import { collections, depots, stores } from "./actions";

export const advice: HintTexts<Reason> = {
  action(legal, { names, nameOf, mine }) {
    const [city] = depots(legal).keys();
    if (city) return t("hint.depot", { city: names.place(city) });
    const [stored] = stores(legal);
    if (stored) return t("hint.store", { you: mine(stored.seat), name: nameOf(stored.seat) });
    const [taken] = collections(legal);
    if (taken) return t("hint.collect", { you: mine(taken.seat), name: nameOf(taken.seat) });
    return legal.plain("leave") && t("hint.leave");
  },
  places: (legal) => [
    ...[...depots(legal).keys()].map((id) => `.drawing .city[data-city="${CSS.escape(id)}"]`),
    ...[...stores(legal), ...collections(legal)].map(({ seat }) => `[data-warehouse="${seat}"]`),
    ...(legal.plain("leave") ? ["[data-leave]"] : []),
  ],
  reasons: {
    opens: ({ city, routes, cards }, { names }) =>
      t("hint.opens", {
        city: names.place(city),
        routes: list(routes.map((route) => names.routeName(route))),
        count: routes.length,
        cards,
      }),
    stores: ({ warehouse, cards, cities }, { names, nameOf, mine }) =>
      t("hint.stores", {
        you: mine(warehouse),
        name: nameOf(warehouse),
        cities: list(cities.map((city) => names.place(city))),
        count: cities.length,
        cards,
      }),
    takes: ({ cards, depots: left }) => t("hint.takes", { cards, depots: left }),
    most_depots: ({ points, depots: left, others }) =>
      t("hint.most_depots", { points, depots: left, others }),
  },
};
