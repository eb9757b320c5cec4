import { list, t } from "../../../i18n";
import { handPlaces, withCards, type HintTexts } from "../../../lib/hints";
import { oneCard } from "../../../lib/names";
import type { Reason } from "../../hints";
import { claims } from "./actions";

export const advice: HintTexts<Reason> = {
  action(legal, { names }) {
    const [claim] = claims(legal);
    return claim
      ? t("hint.claim", { route: names.routeName(claim[0]), ...withCards(claim[1][0]!.cards) })
      : null;
  },
  subject(legal, { names }) {
    const [route] = claims(legal).keys();
    return route ? names.routeName(route) : null;
  },
  places(legal, reasons) {
    const wanted = reasons.flatMap((one) => (one.reason === "collecting" ? one.routes : []));
    const routes = [...claims(legal).keys(), ...wanted];
    return [
      ...routes.map((id) => `.drawing [data-route="${CSS.escape(id)}"]`),
      ...[...claims(legal).values()].flat().flatMap(({ cards }) => handPlaces(cards)),
    ];
  },
  conditions: {
    free: (route, { names }, wanted) =>
      t(wanted ? "ahead.free" : "ahead.not_free", { route: names.routeName(route) }),
  },
  reasons: {
    points: ({ route, points }, { names }) => t("hint.points", { route: names.routeName(route), points }),
    joins: ({ route }, { names }) => t("hint.joins", { route: names.routeName(route) }),
    danger: ({ route, chance, loss }, { names }) =>
      t("hint.danger", { route: names.routeName(route), chance, loss }),
    contested: ({ route }, { names }) => t("hint.contested", { route: names.routeName(route) }),
    collecting: ({ card, routes }, { names }) =>
      t("hint.collecting", { card: oneCard(card), routes: list(routes.map((id) => names.routeName(id))) }),
    time: ({ turns, trains, turns_left, trains_left }) =>
      t("hint.time", { turns, trains, turns_left, trains_left }),
  },
};
