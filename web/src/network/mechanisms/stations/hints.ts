import { t } from "../../../i18n";
import { handPlaces, withCards, type HintTexts } from "../../../lib/hints";
import { ticketsText } from "../../../lib/words";
import type { Reason } from "../../hints";
import { stations } from "./actions";

export const advice: HintTexts<Reason> = {
  action(legal, { names }) {
    const [built] = stations(legal);
    return built
      ? t("hint.station", { city: names.place(built[0]), ...withCards(built[1][0]!.cards) })
      : null;
  },
  subject(legal, { names }) {
    const [city] = stations(legal).keys();
    return city ? names.place(city) : null;
  },
  places: (legal) => [
    ...[...stations(legal).keys()].map((id) => `.drawing .city[data-city="${CSS.escape(id)}"]`),
    ...[...stations(legal).values()].flat().flatMap(({ cards }) => handPlaces(cards)),
  ],
  reasons: {
    station: ({ city, route, tickets }, context) =>
      t("hint.borrowing", {
        city: context.names.place(city),
        route: context.names.routeName(route),
        tickets: ticketsText(tickets, context),
        count: tickets.length,
      }),
  },
};
