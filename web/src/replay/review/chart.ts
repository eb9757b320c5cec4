// The winning chances of all seats as lines, with a point at every version with a decision.
import type { Review } from "../../lib/types";

export interface Curves {
  versions: number[];
  /** In percent, by seat; they add up to 100 at every version. */
  values: number[][];
}

export function curves({ chances, seats }: Pick<Review, "chances" | "seats">): Curves {
  const rows = chances.map((moment) => hundredths(moment.chances));
  return {
    versions: chances.map(({ version }) => version),
    values: seats.map(({ seat }) => rows.map((row) => row[seat] ?? 0)),
  };
}

/** Whole percentages that keep the sum: the largest remainders are rounded up. */
export function hundredths(shares: readonly number[]): number[] {
  const found = shares.map((share) => Math.floor(100 * share));
  const total = Math.round(100 * shares.reduce((sum, share) => sum + share, 0));
  const rest = (place: number): number => 100 * shares[place]! - found[place]!;
  const order = shares.map((_, place) => place).sort((a, b) => rest(b) - rest(a));
  for (const place of order.slice(0, total - found.reduce((sum, one) => sum + one, 0))) found[place]! += 1;
  return found;
}
