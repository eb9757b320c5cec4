// Chooses curves that cross as few others as possible, and pass cities at a distance.
import { LENGTH_OF_LOOP, roomiest } from "../../lib/loop";
import { Curve } from "./curve";
import type { Point } from "../../studio/plane";
import type { Row, State } from "./relax";

const STEPS = 8;
/** Bows as fractions of the distance between two cities, in order of preference. */
const BOWS = [0, 0.12, -0.12, 0.24, -0.24, 0.36, -0.36];
const SWEEPS = 2;
/** The costs of a crossing, of a city on the way, and of a full bow. */
const CROSSING = 4;
const CITY = 3;
const BENT = 1;
/** The minimum distance of a curve from another city, as a fraction of its length. */
const NEAR = 0.12;
/** The length of a loop at first, in needed lengths, and its preferred distance from everything else. */
const LARGER = 1.2;
const ROOM = 40;

/**
 * The bow of each row as a fraction of the distance between its cities. Each row in turn takes its best bow, given the
 * others.
 */
export function untangled(rows: readonly Row[], cities: readonly Point[]): number[] {
  const bows = rows.map(() => 0);
  const lines = rows.map(({ a, b }) => pointsOf(new Curve(cities[a]!, cities[b]!, 0)));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const [n, { a, b }] of rows.entries()) {
      if (a === b) continue;
      const far = Math.hypot(cities[a]!.x - cities[b]!.x, cities[a]!.y - cities[b]!.y);
      let best = Infinity;
      for (const bow of BOWS) {
        const line = pointsOf(new Curve(cities[a]!, cities[b]!, bow * far));
        let cost = Math.abs(bow) * BENT;
        for (const [m, other] of rows.entries()) {
          if (m === n) continue;
          const common = a === other.a || a === other.b || b === other.a || b === other.b;
          if (!common) cost += CROSSING * crossings(line, lines[m]!);
        }
        for (const [m, { x, y }] of cities.entries()) {
          if (m === a || m === b) continue;
          const near = Math.min(...line.map(([px, py]) => Math.hypot(px - x, py - y))) / far;
          if (near < NEAR) cost += CITY * (1 - near / NEAR);
        }
        if (cost < best - 1e-9) [best, bows[n], lines[n]] = [cost, bow, line];
        if (best === 0) break;
      }
    }
  }
  return bows;
}

/**
 * The way from each ring's city to the middle of its loop, where there is the most room beside other routes and cities.
 * lengths: what each row needs, in the units of the cities. A ring that has an arm keeps it unless another direction is
 * clearly better.
 */
export function armsOf(
  rows: readonly Row[],
  { cities, bows, arms }: Pick<State, "cities" | "bows" | "arms">,
  lengths: readonly number[],
): Point[] {
  const lines = rows.map(({ a, b }, n) =>
    a === b ? [] : pointsOf(new Curve(cities[a]!, cities[b]!, bows[n]!)).map(([x, y]) => ({ x, y })),
  );
  return rows.map(({ a, b }, n) => {
    if (a !== b) return { x: 0, y: 0 };
    const others = [...lines.flat(), ...cities.filter((_, city) => city !== a)];
    return roomiest(cities[a]!, (lengths[n]! * LARGER) / LENGTH_OF_LOOP, others, ROOM, arms[n]);
  });
}

type Line = [number, number][];

const pointsOf = (curve: Curve): Line =>
  Array.from({ length: STEPS + 1 }, (_, n) => {
    const { x, y } = curve.at(n / STEPS);
    return [x, y];
  });

function crossings(one: Line, other: Line): number {
  if (!boxesMeet(one, other)) return 0;
  let count = 0;
  for (let i = 0; i < STEPS; i++)
    for (let j = 0; j < STEPS; j++) if (cross(one[i]!, one[i + 1]!, other[j]!, other[j + 1]!)) count++;
  return count;
}

const boxesMeet = (one: Line, other: Line): boolean =>
  [0, 1].every((axis) => {
    const [a, b] = [one, other].map((line) => line.map((point) => point[axis]!));
    return Math.max(...a!) >= Math.min(...b!) && Math.max(...b!) >= Math.min(...a!);
  });

function cross(a: Line[0], b: Line[0], c: Line[0], d: Line[0]): boolean {
  const side = (p: Line[0], q: Line[0], r: Line[0]): number =>
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
