// A path over the board as one line: consecutive routes, each in the direction of travel.
import type { Point } from "../../board/camera";
import { along, corners, lengthOf } from "../../board/geometry";

/** A route of the path: its line in the direction of travel, and where it begins and ends as fractions of the path. */
export interface Leg {
  points: Point[];
  begin: number;
  end: number;
}

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The distance from a point to the nearer end of a line. */
const reach = (from: Point, line: readonly Point[]): number =>
  Math.min(apart(from, line[0]!), apart(from, line.at(-1)!));

/** The legs of a path, from the SVG paths of its routes in the order of travel. */
export function legsOf(paths: readonly string[]): Leg[] {
  const lines = paths.map(corners).filter((line) => line.length > 1);
  const turned: Point[][] = [];
  for (const [i, line] of lines.entries()) {
    const before = turned.at(-1)?.at(-1);
    const next = lines[i + 1];
    const [first, last] = [line[0]!, line.at(-1)!];
    const back = before
      ? apart(before, last) < apart(before, first)
      : next !== undefined && reach(first, next) < reach(last, next);
    turned.push(back ? line.toReversed() : line);
  }
  const lengths = turned.map(lengthOf);
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let traveled = 0;
  return turned.map((points, i) => {
    const begin = traveled / whole;
    traveled += lengths[i]!;
    return { points, begin, end: traveled / whole };
  });
}

/** A position of a traveling object, with the slope of the path in degrees and whether it heads left. */
export interface Place extends Point {
  slope: number;
  left: boolean;
}

const STEEPEST = 40;

/** Positions along the path at equal distances; `steps` is the number of intervals. */
export function placesOn(legs: readonly Leg[], steps: number): Place[] {
  const points = along(
    legs.flatMap(({ points }) => points),
    Array.from({ length: steps + 1 }, (_, i) => i / steps),
  );
  let left = false;
  return points.map((at, i) => {
    const from = points[Math.max(0, i - 1)]!;
    const to = points[Math.min(points.length - 1, i + 1)]!;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    if (Math.abs(dx) > 1) left = dx < 0;
    const steep = (Math.atan2(dy, Math.abs(dx)) * 180) / Math.PI;
    const slope = Math.max(-STEEPEST, Math.min(STEEPEST, steep));
    return { ...at, slope: left ? -slope : slope, left };
  });
}

/** A line as an SVG path. */
export const lineOf = (points: readonly Point[]): string =>
  `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
