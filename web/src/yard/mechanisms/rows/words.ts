import { nouns, number, t } from "../../../i18n";
import { cardsText } from "../../../lib/names";
import type { Counts, Row, YardEvent } from "../../../lib/types";
import { subject, type TextContext } from "../../../lib/words";
import { cardList } from "../../../table/cards";
import { rowText } from "./place";
import type { YardTexts } from "../../mechanism";

/** The number of cards of a row that fly one by one; a longer row would take too long. */
const MOST = 6;

type Placed = Extract<YardEvent, { event: "placed" }>;
type Robbed = Extract<YardEvent, { event: "robbed" }>;
type Moved = Extract<YardEvent, { event: "moved" }>;

export const texts: YardTexts = {
  events: {
    placed: {
      describe: placedText,
      recent: (event, _, context) => ({
        icon: "cards",
        text: placedText(event, context),
        short: event.rows.map((row) => rowText(row).toString()).join(" + "),
        place: null,
      }),
      sound: "card",
      flights: ({ seat, rows }, stage) =>
        rows.flatMap((row, i) => {
          const to = stage.place(seat, row.color);
          return faces(row).map((face, j) => ({
            from: stage.isOwn(seat) ? `[data-hand-color="${face}"]` : stage.cardPlace(seat),
            to,
            face,
            order: i + j,
            stay: true,
          }));
        }),
    },
    robbed: {
      describe: robbedText,
      recent: (event, _, context) => ({
        icon: "cross",
        text: robbedText(event, context),
        short: `${context.nameOf(event.victim)} −${number(event.cards + event.wilds)}`,
        place: null,
      }),
      sound: "train",
      causes: ({ seat, victim }, viewer) => (victim === viewer.seat ? [{ seat, occasion: "claim" }] : []),
      flights(event, stage) {
        const from = stage.hide(`${stage.zone(event.victim)} [data-row="${event.color}"]`);
        if (!from) return [];
        return faces(event).map((face, order) => ({ from, to: "[data-discard]", face, order, stay: true }));
      },
      rests: 200,
    },
    moved: {
      describe: movedText,
      sound: "card",
      flights: ({ seat, cards }, stage) =>
        (cards ?? []).map(({ row, card }, order) => ({
          from:
            stage.hide(`${stage.zone(seat)} [data-row="${row}"] .cards > :last-child`) ?? stage.zone(seat),
          to: `${stage.zone(seat)} [data-stack] .place`,
          face: card,
          order,
          turn: true,
          stay: true,
        })),
      // The log must not reveal later which cards went face down onto a stack.
      remember: (event) => ({ ...event, cards: null }),
    },
  },
};

const faces = ({ color, cards, wilds }: Row) => cardList({ [color]: cards, wild: wilds }).slice(0, MOST);

/** Show the cards while they move, and afterwards only their number. */
function movedText(event: Moved, context: TextContext): string {
  const values = { ...subject(event.seat, context), count: event.count };
  if (!event.cards) return t("yard.event.moved", values);
  const cards: Counts = {};
  for (const { card } of event.cards) cards[card] = (cards[card] ?? 0) + 1;
  return t("yard.event.moved_known", { ...values, cards: cardsText(cards) });
}

function placedText({ seat, rows }: Placed, context: TextContext): string {
  return t("yard.event.placed", { ...subject(seat, context), cards: nouns(rows.map(rowText)) });
}

function robbedText(event: Robbed, context: TextContext): string {
  return t("yard.event.robbed", {
    ...subject(event.seat, context),
    mine: context.mine(event.victim),
    victim: context.nameOf(event.victim),
    cards: rowText(event),
    count: event.cards + event.wilds,
  });
}
