// The ways to pay, sorted as they are chosen: by the color, and in each color by the number of wilds.
import { countOf, type Payment } from "../lib/legal";
import { entries } from "../lib/names";
import type { Card, Counts } from "../lib/types";

/** The color that is paid with; wild if there is nothing else. */
export const colorOf = (cards: Counts): Card => entries(cards)[0]?.[0] ?? "wild";

export const colorsOf = (ways: readonly Payment[]): Card[] => [
  ...new Set(ways.map(({ cards }) => colorOf(cards))),
];

/** The ways in one color, those with the fewest wilds first. */
export const waysIn = (ways: readonly Payment[], color: Card): Payment[] =>
  ways
    .filter(({ cards }) => colorOf(cards) === color)
    .sort((a, b) => countOf(a.cards) - countOf(b.cards) || (a.cards.wild ?? 0) - (b.cards.wild ?? 0));
