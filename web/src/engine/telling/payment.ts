// Payments: as text, `purple*3+wild`, and as counts of cards.

import type { Card, Counts } from "../../lib/types";
import { NotationError, short } from "../errors";

const PART = /^([a-z]+)(?:\*([1-9][0-9]?))?$/;

/** The payment of cards of a color and wilds; `cards` are all cards, and the last is the wild, which has no color. */
export function paid(cards: readonly Card[], color: number, colored: number, wild: number): Counts {
  const counts: Counts = color === cards.length - 1 ? {} : { [cards[color]!]: colored };
  return wild ? { ...counts, wild } : counts;
}

/** Cards as text, with colors in the fixed order and wilds last. */
export function paymentText(cards: readonly Card[], counts: Counts): string {
  return cards
    .filter((card) => counts[card])
    .map((card) => (counts[card] === 1 ? card : `${card}*${counts[card]}`))
    .join("+");
}

/** The cards of a payment text, with parts in any order. Throws NotationError. */
export function parsePayment(cards: readonly Card[], text: string): Counts {
  const counts: Counts = {};
  for (const part of text.split("+")) {
    const match = PART.exec(part);
    const card = cards.find((each) => each === match?.[1]);
    if (!match || card === undefined || card in counts) {
      throw new NotationError(
        `${short(part)} in ${short(text)} is not a card and a number, as in purple*3+wild`,
      );
    }
    counts[card] = Number(match[2] ?? 1);
  }
  return counts;
}
