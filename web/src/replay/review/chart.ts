// The winning chances of all seats as lines, with a point at every version with a decision. They are the mean of all
// players' views; a decision and a turning point are judged by the view of their own player.
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

/**
 * The chance of a seat at a version as its own player sees it: before a decision of the player, or after the latest one.
 * Null at the end, when everybody knows the result, and without any decision.
 */
export function ownView(
  { decisions, version: end }: Pick<Review, "decisions" | "version">,
  seat: number,
  version: number,
): number | null {
  if (version >= end) return null;
  const own = decisions.filter((one) => one.seat === seat);
  const next = own.find((one) => one.version >= version);
  if (next?.version === version) return next.before;
  return own.findLast((one) => one.version < version)?.after ?? next?.before ?? null;
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

type Share = Review["seats"][number];

/**
 * The parts of each seat's result in whole percent: the starts and the ends of all seats add up to 100, as in the chart,
 * and the parts of a seat to its result.
 */
export function inPercent(
  shares: readonly Share[],
): Pick<Share, "seat" | "start" | "choices" | "others" | "luck" | "end">[] {
  const starts = hundredths(shares.map(({ start }) => start));
  const ends = hundredths(shares.map(({ end }) => end));
  return shares.map(({ seat, choices: own, others: given }, place) => {
    const [start, end] = [starts[place]!, ends[place]!];
    const [choices, others] = [Math.round(100 * own), Math.round(100 * given)];
    return { seat, start, choices, others, luck: end - start - choices - others, end };
  });
}
