// Flying cards and tickets of all tables: draws and payments.
import { cardOrder, entries } from "../lib/names";
import type { Card, CommonEvent, Counts, GameEvent } from "../lib/types";
import type { Flight } from "../parts/flights";
import { find, type Place } from "../parts/places";
import type { EventPresentations, SeatPlaces } from "./mechanism";

/** The deck of tickets. If a question replaces it, tickets fly from and to the bottom of the screen. */
const deck = (): Place => ["[data-ticket-deck]", new DOMRect(innerWidth / 2 - 40, innerHeight, 80, 52)];

type Drawing = Extract<CommonEvent, { event: "took" | "drew" | "drew_tickets" | "kept" }>;

export const drawPresentations: EventPresentations<Extract<GameEvent, Drawing>, SeatPlaces> = {
  took: {
    flights: (event, stage) => [
      { from: `[data-slot="${event.slot}"]`, to: stage.cardPlace(event.seat, event.card), face: event.card },
    ],
  },
  drew: {
    flights: (event, stage) => [
      {
        from: "[data-deck]",
        to: stage.cardPlace(event.seat, event.card ?? undefined),
        face: event.card ?? "back",
      },
    ],
  },
  drew_tickets: {
    flights: ({ seat, count }, stage) =>
      stage.isOwn(seat)
        ? []
        : Array.from({ length: count }, (_, order): Flight => ({
            from: "[data-ticket-deck]",
            to: stage.cardPlace(seat),
            face: "ticket",
            order,
          })),
    arrivals: ({ seat }, stage) =>
      stage.isOwn(seat)
        ? [...document.querySelectorAll("[data-offered]")].map((ticket, order): Flight => ({
            from: deck(),
            to: ticket,
            face: "ticket",
            order,
            reveals: ticket,
          }))
        : [],
  },
  kept: {
    flights: ({ seat, tickets }, stage) =>
      stage.isOwn(seat)
        ? [...document.querySelectorAll<HTMLElement>("[data-offered]")].map((ticket, order): Flight => ({
            from: ticket,
            to: tickets?.includes(ticket.dataset.offered!) ? ["[data-tickets]", stage.plate(seat)] : deck(),
            face: "ticket",
            order,
          }))
        : [],
  },
};

/** The cards of a payment one by one. */
export const cardList = (cards: Counts): Card[] =>
  entries(cards).flatMap(([color, count]) => Array<Card>(count).fill(color));

/** A payment's flights: from the cards that already lie beside the question, or from the cards of each color. */
export const paymentFlights = (
  seat: number,
  stage: SeatPlaces,
  to: (order: number) => Place,
  payment: Counts,
): Flight[] =>
  cardList(payment).map((face, order) => ({
    from: ["[data-paid]", stage.cardPlace(seat, face)],
    to: to(order),
    face,
    order,
  }));

/** The place of cards of a color in the player's hand, now or after they arrive. */
export const handPlace = (color: Card | undefined): Place => [
  ...(color ? [pile(color), ...between(color)] : []),
  "[data-hand] ul",
];

const pile = (color: Card): string => `[data-hand-color="${color}"] .top`;

/** Where the first card of a color will be: between the previous and the next color. */
function between(color: Card): DOMRect[] {
  const at = cardOrder.indexOf(color);
  const next = cardOrder.slice(at + 1).find((other) => find(pile(other)));
  const last = cardOrder.slice(0, at).findLast((other) => find(pile(other)));
  const card = find(pile(next ?? last ?? color));
  const edge = next ? find(`[data-hand-color="${next}"]`)?.left : card?.right;
  return card && edge !== undefined
    ? [new DOMRect(edge - card.width / 2, card.y, card.width, card.height)]
    : [];
}
