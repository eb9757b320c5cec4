// The numbers of a line chart: ticks, lines, and labels that do not overlap.

export interface Line {
  seat: number;
  name: string;
  values: number[];
}

export interface Span {
  least: number;
  most: number;
}

/** The range of the values, including zero unless all are far from it. */
export function span(lines: Line[]): Span {
  const values = lines.flatMap((line) => line.values);
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  return least === most ? { least, most: least + 1 } : { least, most };
}

/** About this number of round values within a range. */
export function ticks({ least, most }: Span, wanted: number): number[] {
  const rough = (most - least) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const first = Math.ceil(least / step);
  const count = Math.floor(most / step) - first + 1;
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}

export type Scale = (value: number) => number;

export const scale =
  (from: Span, start: number, end: number): Scale =>
  (value) =>
    start + ((value - from.least) / Math.max(from.most - from.least, 1e-9)) * (end - start);

export const path = (values: number[], after: number[], x: Scale, y: Scale): string =>
  values.map((value, i) => `${i ? "L" : "M"}${x(after[i] ?? i).toFixed(1)} ${y(value).toFixed(1)}`).join("");

/** Positions for labels near the given heights, at least `gap` apart, in order and within the bounds. */
export function spread(wanted: number[], gap: number, top: number, bottom: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  const places = [...wanted];
  let lowest = top - gap;
  for (const i of order) lowest = places[i] = Math.max(places[i]!, lowest + gap);
  let highest = bottom + gap;
  for (const i of order.reverse()) highest = places[i] = Math.min(places[i]!, highest - gap);
  return places;
}

/** The index of the value nearest to a number in an ascending list. */
export function nearest(after: number[], value: number): number {
  let best = 0;
  for (let i = 1; i < after.length; i++) {
    if (Math.abs(after[i]! - value) < Math.abs(after[best]! - value)) best = i;
  }
  return best;
}

/** The index of the last value that is not greater than a number in an ascending list. */
export const upTo = (after: readonly number[], value: number): number =>
  Math.max(
    0,
    after.findLastIndex((one) => one <= value),
  );

/** The indices for a table: one for each round of this number of players, and the last. */
export function rounds(length: number, players: number): number[] {
  const places: number[] = [];
  for (let i = 0; i < length; i += Math.max(1, players)) places.push(i);
  if (length && places.at(-1) !== length - 1) places.push(length - 1);
  return places;
}

/** Whether the result is at least one better than expected. */
export function verdict(got: number, expected: number): "good" | "bad" | "even" {
  if (got - expected >= 1) return "good";
  return expected - got >= 1 ? "bad" : "even";
}
