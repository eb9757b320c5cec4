// Quadratic curves between cities, loops of rings, and the rows of spaces along them, in drawing units.
import { LENGTH_OF_LOOP, onArm, onLoop, RADIUS_OF_LOOP } from "../../lib/loop";
import type { Point } from "../../studio/plane";
import { CLEAR, GAP, LANE, RADIUS, RING_LANE, SLOT, WIDEST_GAP } from "./measure";

const STEPS = 12;
/** The number of points of the line below the spaces. */
const POINTS = 8;
const LOOP_POINTS = 24;
/** The distance from the center of a city to the nearest space, and the same if a route has spare room. */
export const NEAR = RADIUS + CLEAR;
const ROOMY = NEAR + 6;
/** The distance from the middle of a space to where spaces first touch in a bend. */
const INNER = 4;

/** A place on a curve, and the direction there. */
export interface Spot extends Point {
  ux: number;
  uy: number;
}

/** The way of a row of spaces: a curve between two cities, or the loop of a ring. */
export interface Course {
  readonly length: number;
  /** The parameter, 0 to 1 between the ends, at a length. */
  parameter(length: number): number;
  /** A place at a parameter, at a distance of `aside` from the course. */
  at(t: number, aside?: number): Spot;
  /** How much closer together spaces are beside the course, on the inner side of a bend: a factor of at most 1. */
  tight(aside: number): number;
  /** The side on which it bends: 1 to the right. */
  readonly side: number;
  /** The line of a route, which leaves the course between the cities. */
  line(aside: number): Point[];
}

const lineOf = (course: Course, points: number, aside: number): Point[] =>
  Array.from({ length: points + 1 }, (_, n) => {
    const t = n / points;
    const { x, y } = course.at(t, aside * Math.min(1, t * 6, (1 - t) * 6));
    return { x, y };
  });

/** A curve whose middle is half of `bow` to the right of the straight line (y grows downwards). */
export class Curve implements Course {
  readonly length: number;
  /** The direction from one end to the other. */
  readonly ux: number;
  readonly uy: number;
  /** The length up to each step. */
  private readonly along = new Float64Array(STEPS + 1);
  private readonly bend: number;

  constructor(
    readonly a: Point,
    readonly b: Point,
    readonly bow: number,
  ) {
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    [this.ux, this.uy] = [(b.x - a.x) / far, (b.y - a.y) / far];
    this.bend = (4 * bow) / far ** 2;
    let { x, y } = a;
    for (let n = 1; n <= STEPS; n++) {
      const t = n / STEPS;
      const beside = 2 * t * (1 - t) * bow;
      const [nx, ny] = [a.x + (b.x - a.x) * t - this.uy * beside, a.y + (b.y - a.y) * t + this.ux * beside];
      this.along[n] = this.along[n - 1]! + Math.hypot(nx - x, ny - y);
      [x, y] = [nx, ny];
    }
    this.length = this.along[STEPS]!;
  }

  /** The parameter, 0 to 1 between the ends, at a length. */
  parameter(length: number): number {
    let n = 0;
    while (n < STEPS - 1 && this.along[n + 1]! <= length) n++;
    const [low, high] = [this.along[n]!, this.along[n + 1]!];
    return (n + (length - low) / (high - low || 1)) / STEPS;
  }

  /** A place at a parameter, at a distance of `aside` from the curve. */
  at(t: number, aside = 0): Spot {
    const { a, b, bow, ux, uy } = this;
    const beside = 2 * t * (1 - t) * bow;
    const turn = 2 * (1 - 2 * t) * bow;
    const [dx, dy] = [b.x - a.x - uy * turn, b.y - a.y + ux * turn];
    const far = Math.hypot(dx, dy) || 1;
    const [vx, vy] = [dx / far, dy / far];
    return {
      x: a.x + (b.x - a.x) * t - uy * beside - vy * aside,
      y: a.y + (b.y - a.y) * t + ux * beside + vx * aside,
      ux: vx,
      uy: vy,
    };
  }

  /** How much closer together spaces are on the inner side of a bend than on the curve: a factor of at most 1. */
  tight(aside: number): number {
    return Math.max(0.5, 1 - Math.max(0, -Math.sign(this.bend) * aside + INNER) * Math.abs(this.bend));
  }

  get side(): number {
    return -Math.sign(this.bow);
  }

  line(aside: number): Point[] {
    return lineOf(this, POINTS, aside);
  }
}

/** The loop of a ring (MECH-8). `arm`: the way from its city to the middle of its circle. */
export class Loop implements Course {
  readonly length: number;
  readonly side = 1;

  constructor(
    readonly city: Point,
    readonly arm: Point,
  ) {
    this.length = Math.hypot(arm.x, arm.y) * LENGTH_OF_LOOP;
  }

  parameter(length: number): number {
    return length / (this.length || 1);
  }

  at(t: number, aside = 0): Spot {
    const { along, aside: across, way } = onLoop(t);
    const { x, y } = onArm(this.arm, along, across);
    const { x: dx, y: dy } = onArm(this.arm, ...way);
    const far = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / far, dy / far];
    return { x: this.city.x + x - uy * aside, y: this.city.y + y + ux * aside, ux, uy };
  }

  tight(aside: number): number {
    const radius = Math.hypot(this.arm.x, this.arm.y) * RADIUS_OF_LOOP;
    return Math.max(0.5, 1 - Math.max(0, aside + INNER) / (radius || 1));
  }

  line(aside: number): Point[] {
    return lineOf(this, LOOP_POINTS, aside);
  }
}

/** The length that a route needs. */
export const needed = (spaces: number): number => spaces * (SLOT + GAP) - GAP + 2 * NEAR + 3;

/** From the middle of a row of spaces to its ends, between two spaces, and the size of spaces if the curve is short. */
export function rowOf(
  spaces: number,
  length: number,
  tight: number,
): { half: number; step: number; scale: number } {
  const spare = length - 2 * ROOMY - spaces * SLOT;
  const least = (SLOT + GAP) / tight - SLOT;
  const gap = spaces > 1 ? Math.max(least, Math.min(WIDEST_GAP, spare / (spaces - 1))) : 0;
  const whole = spaces * SLOT + (spaces - 1) * gap;
  const scale = Math.min(1, Math.max(length - 2 * NEAR, 1) / whole);
  return { half: (whole * scale) / 2, step: (SLOT + gap) * scale, scale };
}

/** How far a route of a row is from the curve. */
export const aside = (lane: number, lanes: number, ring: boolean): number =>
  (lane - (lanes - 1) / 2) * (ring ? RING_LANE : LANE);
