// Hints at a card game in words.
import { t } from "../i18n";
import {
  commonAction,
  commonPlaces,
  handPlaces,
  namedIn,
  welcome,
  withCards,
  type Hints,
} from "../lib/hints";
import { group } from "../lib/legal";
import { colorName, oneCard } from "../lib/names";
import type { Hint, YardHint } from "../lib/types";
import { ticketsText, type Teller } from "../lib/words";

type Reason = YardHint["reasons"][number];

function action(text: string, teller: Teller): string {
  const { sets, trios, stop } = group([text]);
  const placed = [...sets.values()].flat()[0] ?? trios[0];
  if (placed) return t("hint.place", withCards(placed.cards));
  if (stop) return t("yard.stop");
  if (!text.startsWith("declare:")) return commonAction(text, teller) ?? text;
  const declared = namedIn(text);
  return declared.length
    ? t("hint.declare", { tickets: ticketsText(declared, teller) })
    : t("hint.declare_none");
}

function why(reason: Reason, teller: Teller): string {
  const tickets = (ids: string[]) => ({ tickets: ticketsText(ids, teller), count: ids.length });
  switch (reason.reason) {
    case "robs":
      return t("hint.robs", {
        name: teller.who(reason.victim),
        color: colorName(reason.color),
        count: reason.cards,
      });
    case "needed":
      return t("hint.needed", { card: oneCard(reason.card), ...tickets(reason.tickets) });
    case "denies":
      return t("hint.denies", {
        name: teller.who(reason.victim),
        color: colorName(reason.color),
        count: reason.cards,
      });
    case "spare":
      return t("hint.spare");
    case "wanted":
      return welcome(reason.cards);
    case "planned":
      return t("hint.in_time", { points: reason.points, ...tickets([reason.ticket]) });
    case "left_out":
      return t("hint.left_out", tickets([reason.ticket]));
    case "declares":
      return t("hint.declares", { points: reason.points });
    case "more_tickets":
      return t("hint.other_tickets");
    case "turns_left":
      return t("hint.turns_left", { turns: reason.turns });
    case "stack_unknown":
      return t("hint.stack_unknown", { count: reason.cards });
    case "only":
      return t("hint.only");
    default:
      return ""; // newer than this client
  }
}

function places(hint: Hint): string[] {
  const { sets, trios, stop } = group([hint.action]);
  const placed = [...sets.values(), trios].flat();
  return [
    ...commonPlaces(hint.action),
    ...(stop ? ["[data-stop]"] : []),
    ...placed.flatMap(({ cards }) => handPlaces(cards)),
  ];
}

export const hints: Hints = {
  action,
  reasons: (hint, teller) =>
    (hint as YardHint).reasons.map((reason) => why(reason, teller)).filter((text) => text !== ""),
  places,
};
