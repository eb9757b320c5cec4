import { parseCards, push, memoized, type Payment } from "../../../lib/legal";
import type { Card } from "../../../lib/types";

/** Ways to place a row, by its color. */
export const sets = memoized((legal) => {
  const found = new Map<Card, Payment[]>();
  for (const { action, rest } of legal.of("set")) {
    const cards = parseCards(rest);
    const color = Object.keys(cards).find((kind) => kind !== "wild");
    if (color) push(found, color as Card, { action, cards });
  }
  return found;
});
