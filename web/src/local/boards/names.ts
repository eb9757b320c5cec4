// Places each name beside its city, where it covers the least. Lengths are drawing units.
import { CAP, DROP, widthOf } from "../../board/letters";
import { SIDES, type City, type Side } from "../../studio/model";
import type { Point } from "../../studio/plane";
import { ABROAD, LEADING, RADIUS, SIZE, WIDTH } from "./measure";
import type { Box } from "./boxes";

export interface Label extends Point {
  lines: string[];
  /** The width of each line; `x` and `y` are where the first baseline begins, has its middle, or ends. */
  widths: number[];
  size: number;
  anchor: "start" | "middle" | "end";
}
/** A place for a name, and its cost compared with other free places. */
interface Place extends Label {
  box: Box;
  dislike: number;
}

/** The minimum distance from a name to spaces and dots. */
const ROOM = 1.6;
/** In order of preference, following cartographers. */
const ORDER: Side[] = [
  "right",
  "top_right",
  "bottom_right",
  "left",
  "top",
  "top_left",
  "bottom",
  "bottom_left",
];
const SWEEPS = 6;
/** The saving of a name that stays on its side, so that names move only for clearly better places. */
const STAY = 1;
/** Names with more letters than this may as well have two lines. */
const LONG = 11;

/** The possible places of city names, relative to the city: on the side that the author chose, or on any side. */
export const placesOf = (cities: readonly City[], sides: Partial<Record<string, Side>>): Place[][] =>
  cities.map(({ id, name, country }) => {
    const size = country ? SIZE * ABROAD : SIZE;
    const side = sides[id];
    return linesOf(name || id).flatMap((lines) =>
      (side ? [side] : ORDER).map((one) => place(lines, one, size)),
    );
  });

/** The ways to write a name: on one line, or on two for each space or hyphen in it. */
function linesOf(name: string): string[][] {
  const found = [[name]];
  for (const { index, 0: gap } of name.matchAll(/[ -]/g)) {
    const [first, second] = [name.slice(0, index + (gap === "-" ? 1 : 0)), name.slice(index + 1)];
    if (first.length > 1 && second.length > 1) found.push([first, second]);
  }
  return found;
}

function place(lines: string[], side: Side, size: number): Place {
  const at = SIDES.indexOf(side);
  const cell = at < 4 ? at : at + 1;
  const [across, down] = [(cell % 3) - 1, Math.floor(cell / 3) - 1];
  const near = RADIUS + ROOM + 0.5;
  const [dx, dy] = across && down ? [near * 0.75, near * 0.75] : [near, near];
  const widths = lines.map((line) => widthOf(line, size));
  const width = Math.max(...widths);
  const height = (CAP + DROP + (lines.length - 1) * LEADING) * size;
  const left = across < 0 ? -dx - width : across > 0 ? dx : -width / 2;
  const top = down < 0 ? -dy - height : down > 0 ? dy : -height / 2;
  return {
    lines,
    widths,
    size,
    anchor: across < 0 ? "end" : across > 0 ? "start" : "middle",
    x: across < 0 ? -dx : across > 0 ? dx : 0,
    y: top + CAP * size,
    box: [left, top, left + width, top + height],
    dislike: ORDER.indexOf(side) * 0.15 + (lines.length - 1) * (lines.join(" ").length > LONG ? 0.2 : 1),
  };
}

/**
 * The number of the best place for each name, given the others: each city in turn chooses until nothing changes.
 * `spots`: the middles of discs that cover all spaces. `before`: the present places.
 * `sore`: what each place costs more, because it had no room before.
 */
export function chosen(
  places: readonly Place[][],
  cities: readonly Point[],
  spots: { x: ArrayLike<number>; y: ArrayLike<number> },
  before: readonly number[] | undefined,
  sore: readonly number[][],
): number[] {
  const costs = places.map((some, n) =>
    some.map(({ box, dislike }, k) => {
      let cost = dislike + sore[n]![k]! - (before?.[n] === k ? STAY : 0);
      for (let i = 0; i < spots.x.length; i++)
        cost += covered(box, cities[n]!, spots.x[i]!, spots.y[i]!, WIDTH / 2 + ROOM);
      for (const [m, { x, y }] of cities.entries())
        if (m !== n) cost += 6 * covered(box, cities[n]!, x, y, RADIUS + ROOM);
      return cost;
    }),
  );
  const found = costs.map(lowest);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let changed = false;
    for (const [n, some] of places.entries()) {
      const all = some.map(({ box }, k) =>
        places.reduce(
          (sum, others, m) =>
            m === n ? sum : sum + shared(box, cities[n]!, others[found[m]!]!.box, cities[m]!),
          costs[n]![k]!,
        ),
      );
      const best = lowest(all);
      changed ||= best !== found[n];
      found[n] = best;
    }
    if (!changed) break;
  }
  return found;
}

const lowest = (costs: number[]): number => costs.indexOf(Math.min(...costs));

/** How much of a disc a box at a city covers. */
function covered([left, top, right, bottom]: Box, at: Point, x: number, y: number, reach: number): number {
  const [px, py] = [x - at.x, y - at.y];
  if (px < left - reach || px > right + reach || py < top - reach || py > bottom + reach) return 0;
  const far = Math.hypot(px - Math.max(left, Math.min(right, px)), py - Math.max(top, Math.min(bottom, py)));
  return far >= reach ? 0 : 4 * (1 - far / reach) ** 1.5;
}

/** The cost of two overlapping names. */
function shared(one: Box, a: Point, other: Box, b: Point): number {
  const across = Math.min(one[2] + a.x, other[2] + b.x) - Math.max(one[0] + a.x, other[0] + b.x) + 2 * ROOM;
  const down = Math.min(one[3] + a.y, other[3] + b.y) - Math.max(one[1] + a.y, other[1] + b.y) + 2 * ROOM;
  return across <= 0 || down <= 0 ? 0 : 12 + (across * down) / 30;
}
