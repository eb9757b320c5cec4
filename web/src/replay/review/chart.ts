// The chances of a review as lines: each seat's own estimate at every version at which somebody decided.
import type { Review } from "../../lib/types";

export interface Curves {
  versions: number[];
  /** In hundredths, by seat. */
  values: number[][];
}

/** Between its decisions a seat has the chance of the last one; before the first, that of the first. */
export function curves({ decisions, seats, version }: Review): Curves {
  const versions = [...new Set([...decisions.map((decision) => decision.version), version])];
  const hundredths = (chance: number): number => Math.round(100 * chance);
  const values = seats.map(({ seat, start, end }) => {
    const own = new Map(decisions.filter((one) => one.seat === seat).map((one) => [one.version, one.before]));
    let now = start;
    return versions.map((at) => hundredths(at === version ? end : (now = own.get(at) ?? now)));
  });
  return { versions, values };
}
