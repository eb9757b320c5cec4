// Flying cards and tickets of all tables: draws and payments.
import { entries } from "../lib/names";
import type { Card, CommonEvent, Counts, GameEvent } from "../lib/types";
import type { Flight, Place } from "../parts/flights";
import type { Happenings, Homes } from "./mechanism";

type Drawing = Extract<CommonEvent, { event: "took" | "drew" | "drew_tickets" }>;

export const drawing: Happenings<Extract<GameEvent, Drawing>, Homes> = {
  took: {
    flights: (event, stage) => [
      { from: `[data-slot="${event.slot}"]`, to: stage.home(event.seat, event.card), face: event.card },
    ],
  },
  drew: {
    flights: (event, stage) => [
      {
        from: "[data-deck]",
        to: stage.home(event.seat, event.card ?? undefined),
        face: event.card ?? "back",
      },
    ],
  },
  drew_tickets: {
    flights: (event, stage) =>
      Array.from({ length: event.count }, (_, order): Flight => ({
        from: "[data-ticket-deck]",
        to: stage.home(event.seat),
        face: "ticket",
        order,
      })),
  },
};

/** The cards of a payment one by one. */
export const single = (cards: Counts): Card[] =>
  entries(cards).flatMap(([color, count]) => Array<Card>(count).fill(color));

/** A payment's flights, starting from the cards of each color. */
export const paying = (seat: number, stage: Homes, to: (order: number) => Place, payment: Counts): Flight[] =>
  single(payment).map((face, order) => ({ from: stage.home(seat, face), to: to(order), face, order }));

/** The place of cards of a color in the player's hand, now or after they arrive. */
export const handHome = (color: Card | undefined): string => {
  const pile = color && `[data-hand-color="${color}"] .top`;
  return pile && document.querySelector(pile) ? pile : "[data-hand] ul";
};
