// Payments sorted for choosing: by color, and within a color by the number of wilds.
import { countOf, type Payment } from "../lib/legal";
import { entries } from "../lib/names";
import type { Card, Counts } from "../lib/types";

/** The color of a payment; wild if it has only wilds. */
export const colorOf = (cards: Counts): Card => entries(cards)[0]?.[0] ?? "wild";

export const colorsOf = (payments: readonly Payment[]): Card[] => [
  ...new Set(payments.map(({ cards }) => colorOf(cards))),
];

/** The payments in one color, fewest wilds first. */
export const paymentsIn = (payments: readonly Payment[], color: Card): Payment[] =>
  payments
    .filter(({ cards }) => colorOf(cards) === color)
    .sort((a, b) => countOf(b.cards) - countOf(a.cards) || (a.cards.wild ?? 0) - (b.cards.wild ?? 0));

/** The payment that takes the fewest locomotives and cards of these colors; of several the first one. */
export function cheapestPayment(
  payments: readonly Payment[],
  wanted: ReadonlySet<Card>,
): Payment | undefined {
  const taken = ({ cards }: Payment): number =>
    entries(cards).reduce(
      (sum, [color, count]) => sum + (color === "wild" || wanted.has(color) ? count : 0),
      0,
    );
  const least = Math.min(...payments.map(taken));
  return payments.find((payment) => taken(payment) === least);
}
