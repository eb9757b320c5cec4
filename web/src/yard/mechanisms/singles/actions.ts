import { payments, type Payment } from "../../../lib/legal";
import type { Card } from "../../../lib/types";

/** Ways to place three single cards. */
export const trios = payments("trio");

/** Those that contain all of these colors. */
export function triosWith(options: Payment[], colors: Card[]): Payment[] {
  return options.filter(({ cards }) => colors.every((color) => cards[color]));
}
