// Chooses the number of cards in a row by moving between legal placements. The server's list alone decides which are
// legal.
import type { Noun } from "../../../i18n";
import type { Payment } from "../../../lib/legal";
import { cardsText } from "../../../lib/names";
import type { Card, Row } from "../../../lib/types";

export type Part = "colored" | "wilds";

/** A legal way to place a row. */
export interface Placing {
  action: string;
  colored: number;
  wilds: number;
}

export function placings(color: Card, sets: Payment[]): Placing[] {
  return sets.map(({ action, cards }) => ({ action, colored: cards[color] ?? 0, wilds: cards.wild ?? 0 }));
}

/** The proposal: all cards of the color, with as few wilds as possible. */
export function proposed(options: Placing[]): Placing | undefined {
  return [...options].sort((a, b) => b.colored - a.colored || a.wilds - b.wilds)[0];
}

/**
 * The next placement with more or fewer cards of one part: the nearest in that part, then the one that changes the
 * other part least. Null if there is none in that direction.
 */
export function step(options: Placing[], from: Placing, part: Part, direction: 1 | -1): Placing | undefined {
  const other: Part = part === "colored" ? "wilds" : "colored";
  const distance = (placing: Placing) => [
    Math.abs(placing[part] - from[part]),
    Math.abs(placing[other] - from[other]),
  ];
  return options
    .filter((placing) => (placing[part] - from[part]) * direction > 0)
    .sort((a, b) => distance(a)[0]! - distance(b)[0]! || distance(a)[1]! - distance(b)[1]!)[0];
}

/** "2 green cards and 1 locomotive". */
export const rowText = ({ color, cards, wilds }: Row): Noun => cardsText({ [color]: cards, wild: wilds });
