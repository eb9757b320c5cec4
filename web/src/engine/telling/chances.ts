// Random cards: how many counted, and how many were expected to.

import type { Chance } from "../../lib/types";
import { rounded } from "../rounding";
import type { Facts } from "./knowledge";

const DECIMALS = 4;

/** A `Chance` being added up. */
export class Count {
  private cards = 0;
  private got = 0;
  private expected = 0;

  add(cards: number, got: number, expected: number): void {
    this.cards += cards;
    this.got += got;
    this.expected += expected;
  }

  get told(): Chance {
    return { cards: this.cards, got: this.got, expected: rounded(this.expected, DECIMALS) };
  }
}

/** The expected number of these cards among the next `count` from the deck and, once it is empty, the discard
 * pile. */
export function expected(state: Facts, cards: readonly number[], count: number): number {
  const [size, spare] = [state.number("deck_size"), state.number("discard_size")];
  const first = Math.min(count, size);
  const rest = Math.min(count - first, spare);
  let total = 0;
  if (first) {
    const there = state.row("deck").slice(0, size);
    total += (first * there.filter((card) => cards.includes(card)).length) / size;
  }
  if (rest) {
    const distinct = [...new Set(cards)];
    total += (rest * distinct.reduce((sum, card) => sum + state.number("discard", card), 0)) / spare;
  }
  return total;
}
