// Hints at a map game in words.
import { list, t } from "../i18n";
import { commonAction, commonPlaces, handPlaces, welcome, withCards, type Hints } from "../lib/hints";
import { group } from "../lib/legal";
import { oneCard } from "../lib/names";
import type { Hint, NetworkHint } from "../lib/types";
import { ticketsText, type Teller } from "../lib/words";

type Reason = NetworkHint["reasons"][number];

function action(text: string, teller: Teller): string {
  const { names } = teller;
  const { claims, stations, surcharges, withdraw } = group([text]);
  for (const [route, [payment]] of claims)
    return t("hint.claim", { route: names.routeName(route), ...withCards(payment!.cards) });
  for (const [city, [payment]] of stations)
    return t("hint.station", { city: names.place(city), ...withCards(payment!.cards) });
  if (surcharges[0]) return t("hint.surcharge", withCards(surcharges[0].cards));
  if (withdraw) return t("hint.withdraw");
  return commonAction(text, teller) ?? text;
}

function why(reason: Reason, teller: Teller): string {
  const { names } = teller;
  const route = (id: string) => names.routeName(id);
  const routes = (ids: string[]) => list(ids.map(route));
  const tickets = (ids: string[]) => ({ tickets: ticketsText(ids, teller), count: ids.length });
  switch (reason.reason) {
    case "completes":
      return t("hint.completes", tickets(reason.tickets));
    case "tickets":
      return t("hint.tickets", { route: route(reason.route), ...tickets(reason.tickets) });
    case "another_way":
      return t("hint.another_way", { route: route(reason.route), ...tickets(reason.tickets) });
    case "points":
      return t("hint.points", { route: route(reason.route), points: reason.points });
    case "joins":
      return t("hint.joins", { route: route(reason.route) });
    case "danger":
      return t("hint.danger", { route: route(reason.route), chance: reason.chance, loss: reason.loss });
    case "contested":
      return t("hint.contested", { route: route(reason.route) });
    case "collecting":
      return t("hint.collecting", { card: oneCard(reason.card), routes: routes(reason.routes) });
    case "wanted":
      return welcome(reason.cards);
    case "indifferent":
      return t("hint.indifferent");
    case "station": {
      const place = { city: names.place(reason.city), route: route(reason.route) };
      return t("hint.borrowing", { ...place, ...tickets(reason.tickets) });
    }
    case "planned":
      return t("hint.planned", {
        tickets: ticketsText([reason.ticket], teller),
        points: reason.points,
        trains: reason.trains,
      });
    case "together":
      return t("hint.together", { ...tickets(reason.tickets), routes: routes(reason.routes) });
    case "connected":
      return t("hint.connected", tickets([reason.ticket]));
    case "unplanned":
      return t("hint.unplanned", tickets([reason.ticket]));
    case "out_of_plan":
      return t("hint.out_of_plan", tickets([reason.ticket]));
    case "surcharge":
      return t("hint.paying", {
        paying: Math.round(reason.paying),
        withdrawing: Math.round(reason.withdrawing),
      });
    case "time":
      return t("hint.time", {
        turns: reason.turns,
        trains: reason.trains,
        turns_left: reason.turns_left,
        trains_left: reason.trains_left,
      });
    case "more_tickets":
      return t("hint.more_tickets");
    case "gamble":
      return t("hint.gamble");
    case "last_turn":
      return t("hint.last_turn");
    case "only":
      return t("hint.only");
    default:
      return ""; // newer than this client
  }
}

function places(hint: Hint): string[] {
  const { claims, stations, surcharges } = group([hint.action]);
  const routes = [...claims.keys()];
  for (const reason of (hint as NetworkHint).reasons)
    if (reason.reason === "collecting") routes.push(...reason.routes);
  const payments = [...claims.values(), ...stations.values(), surcharges].flat();
  return [
    ...commonPlaces(hint.action),
    ...routes.map((id) => `.drawing [data-route="${CSS.escape(id)}"]`),
    ...[...stations.keys()].map((id) => `.drawing .city[data-city="${CSS.escape(id)}"]`),
    ...payments.flatMap(({ cards }) => handPlaces(cards)),
  ];
}

export const hints: Hints = {
  action,
  reasons: (hint, teller) =>
    (hint as NetworkHint).reasons.map((reason) => why(reason, teller)).filter((text) => text !== ""),
  places,
};
