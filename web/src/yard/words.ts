// What only happens in the card game, in words.
import { list, t } from "../i18n";
import { cardsText } from "../lib/names";
import { commonSound, type Sound } from "../lib/sounds";
import type { Counts, Row, YardEvent, YardView } from "../lib/types";
import { subject, tellCommon, type Teller } from "../lib/words";

export function prompt({ phase, final_round }: YardView): string {
  if (phase === "second_draw") return t("yard.second_draw");
  if (phase === "declaration") return t("yard.declaration");
  return t(final_round ? "yard.turn_last" : "yard.turn");
}

/** "2 green cards and 1 locomotive". */
export const rowText = ({ color, cards, wilds }: Row): string => cardsText({ [color]: cards, wild: wilds });

export function tell(event: YardEvent, teller: Teller): string {
  switch (event.event) {
    case "stopped":
      return t("yard.event.stopped", subject(event.seat, teller));
    case "placed":
      return t("yard.event.placed", { ...subject(event.seat, teller), cards: list(event.rows.map(rowText)) });
    case "robbed":
      return t("yard.event.robbed", {
        ...subject(event.seat, teller),
        mine: teller.mine(event.victim),
        victim: teller.who(event.victim),
        cards: rowText(event),
        count: event.cards + event.wilds,
      });
    case "moved":
      return movedText(event, teller);
    case "final_round":
      return t("yard.event.final_round", { count: event.turns_left });
    case "declaring":
      return t("yard.event.declaring");
    case "declared":
      return t("yard.event.declared", subject(event.seat, teller));
    case "scored":
      return t("yard.event.scored", {
        players: list(
          event.players.map(({ seat, tickets, points }) =>
            t("yard.event.scored_each", {
              ...subject(seat, teller),
              count: tickets.length,
              points: t("player.points", { count: points }),
            }),
          ),
        ),
      });
    case "new_pass": {
      const begins = t("yard.event.new_pass", { pass: event.pass, deck: event.deck });
      return event.cards ? `${begins} ${t("yard.event.dealt", { cards: cardsText(event.cards) })}` : begins;
    }
    default:
      return tellCommon(event, teller);
  }
}

/** With the cards while they move; only their number for ever after (see `remember`). */
function movedText(event: Extract<YardEvent, { event: "moved" }>, teller: Teller): string {
  const values = { ...subject(event.seat, teller), count: event.count };
  if (!event.cards) return t("yard.event.moved", values);
  const cards: Counts = {};
  for (const { card } of event.cards) cards[card] = (cards[card] ?? 0) + 1;
  return t("yard.event.moved_known", { ...values, cards: cardsText(cards) });
}

/** Cards that went face down onto a stack are nowhere to be read later. */
export function remember(event: YardEvent): YardEvent {
  return event.event === "moved" ? { ...event, cards: null } : event;
}

/** What only happens in the card game, for the ear. */
export function sound(event: YardEvent, mine: boolean): Sound | null {
  switch (event.event) {
    case "placed":
    case "moved":
      return "card";
    case "robbed":
    case "scored":
      return "train";
    default:
      return commonSound(event, mine);
  }
}
