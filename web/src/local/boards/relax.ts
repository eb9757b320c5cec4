// Cities, curves and names push each other apart until everything fits. Nothing is random, and the work is bounded: the
// same board gives the same layout. Lengths are drawing units; y grows downwards.
import { onLoop } from "../../lib/loop";
import type { Point } from "../../studio/plane";
import { aside, Curve, Loop, NEAR, needed, rowOf, type Course } from "./curve";
import { common, outside, type Box } from "./boxes";
import { discsOf, HALF, type Discs } from "./discs";
import { Frames, type Frame } from "./frames";
import { RADIUS } from "./measure";

/** Routes between the same two cities: the numbers of the cities, and the spaces of each route. */
export interface Row {
  a: number;
  b: number;
  spaces: number[];
}
export interface State {
  cities: Point[];
  /** How far each row is bent, and moved along its curve towards its second city. */
  bows: number[];
  slides: number[];
  /** The way from each ring's city to the middle of its loop; not used for other rows. */
  arms: Point[];
  /** The bows of rows without outside forces, as fractions of the distance between their cities. */
  rests: number[];
  /** The names, relative to their cities; empty while there are none. */
  boxes: Box[];
  /** The frames of insets. */
  frames: Frame[];
}

/** The course of a row: the loop of a ring, or a curve. */
export const courseOf = ({ a, b }: Row, n: number, { cities, bows, arms }: State): Course =>
  a === b ? new Loop(cities[a]!, arms[n]!) : new Curve(cities[a]!, cities[b]!, bows[n]!);

export interface Force {
  rounds: number;
  /** How strongly cities return to their homes: the fraction of the way in each round. */
  home: number;
  homes: readonly Point[];
  frames: readonly Frame[];
  /** How much longer than needed a route may be. */
  loose: number;
}

/** Minimum distances: between spaces of different routes, between names and anything else, and between two cities. */
const APART = 4;
const BESIDE = 3.6;
const FAR = 2 * NEAR + 6;
/** At smaller distances, things touch. */
const TOUCH = 1.8;
/** The fraction of an overlap that a round removes. */
const STEP = 0.5;
/** Discs up to this position are inside a row, not at its ends. */
const WITHIN = 0.7;
/** From this difference of positions on, discs of a ring are on opposite sides of it. */
const OPPOSITE = 0.8;
/** How strongly curves and rows return to rest: the fraction of the way in each round. */
const BACK = 0.015;
/** The maximum bow, as a fraction of the distance between the cities. */
const SHARPEST = 0.4;
/** Possible contacts are searched for at intervals of this many rounds, in circles that are larger by this. */
const LOOKING = 6;
const AROUND = 12;

export class Relaxation {
  /** The middles of the discs that cover the rows. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly discs: Discs;
  readonly frames: Frames;
  private curves: Course[] = [];
  /** Half the length of the spaces of each route. */
  private readonly halves: number[] = [];
  /** Pairs that may touch: discs of different rows, or a city or name and a disc. */
  private near: number[] = [];
  private nearCities: number[] = [];
  private nearNames: number[] = [];

  /** inset: the number of each city's inset, or `MAIN`. */
  constructor(
    readonly rows: readonly Row[],
    readonly state: State,
    inset: readonly number[],
  ) {
    this.discs = discsOf(rows);
    this.frames = new Frames(this, inset);
    this.x = new Float64Array(this.discs.count);
    this.y = new Float64Array(this.discs.count);
    this.place();
  }

  run({ rounds, home, homes, frames, loose }: Force): void {
    for (let round = 0; round < rounds; round++) {
      if (home) this.frames.goHome(home, homes, frames);
      this.lengths(loose);
      this.place();
      if (round % LOOKING === 0) this.look();
      this.partDiscs();
      this.partCities();
      if (this.state.boxes.length) this.partNames();
      this.frames.part();
    }
    this.place();
    this.look();
  }

  /** How deeply spaces of different routes, cities and names overlap, and the numbers of these names. */
  overlap(): { deep: number; names: Set<number> } {
    const { x, y, near, nearCities, nearNames } = this;
    const { cities, boxes } = this.state;
    const { radius } = this.discs;
    const names = new Set<number>();
    let sum = 0;
    for (let k = 0; k < near.length; k += 2) {
      const [i, j] = [near[k]!, near[k + 1]!];
      sum += Math.max(0, radius[i]! + radius[j]! + TOUCH - Math.hypot(x[j]! - x[i]!, y[j]! - y[i]!));
    }
    for (let k = 0; k < nearCities.length; k += 2) {
      const [city, i] = [cities[nearCities[k]!]!, nearCities[k + 1]!];
      sum += Math.max(0, radius[i]! + RADIUS + TOUCH - Math.hypot(x[i]! - city.x, y[i]! - city.y));
    }
    for (let k = 0; k < nearNames.length; k += 2) {
      const [n, i] = [nearNames[k]!, nearNames[k + 1]!];
      const off = outside(x[i]! - cities[n]!.x, y[i]! - cities[n]!.y, boxes[n]!, radius[i]! + TOUCH);
      if (!off) continue;
      names.add(n);
      sum += Math.hypot(...off);
    }
    for (let n = 0; n < boxes.length; n++) {
      for (let m = n + 1; m < boxes.length; m++) {
        const way = common(
          boxes[n]!,
          boxes[m]!,
          cities[m]!.x - cities[n]!.x,
          cities[m]!.y - cities[n]!.y,
          TOUCH,
        );
        if (!way) continue;
        names.add(n).add(m);
        sum += Math.hypot(...way);
      }
    }
    return { deep: sum + this.frames.overlap(names), names };
  }

  /** Put the discs where the curves are now. */
  private place(): void {
    const { cities, bows, slides, rests } = this.state;
    const { count, row, route, aside: off, at, radius, t, ux, uy } = this.discs;
    let routes = 0;
    this.curves = this.rows.map((row, n) => {
      const { a, b, spaces } = row;
      const far = Math.hypot(cities[a]!.x - cities[b]!.x, cities[a]!.y - cities[b]!.y);
      const bow = bows[n]! + (rests[n]! * far - bows[n]!) * BACK;
      bows[n] = Math.max(-far * SHARPEST, Math.min(far * SHARPEST, bow));
      const curve = courseOf(row, n, this.state);
      let half = 0;
      for (const [lane, count] of spaces.entries()) {
        const tight = curve.tight(aside(lane, spaces.length, a === b));
        this.halves[routes] = rowOf(count, curve.length, tight).half;
        half = Math.max(half, this.halves[routes++]!);
      }
      const spare = Math.max(0, curve.length / 2 - NEAR - half);
      slides[n] = Math.max(-spare, Math.min(spare, slides[n]! * (1 - BACK)));
      return curve;
    });
    for (let i = 0; i < count; i++) {
      const curve = this.curves[row[i]!]!;
      const half = this.halves[route[i]!]!;
      t[i] = curve.parameter(curve.length / 2 + slides[row[i]!]! + at[i]! * (half - radius[i]!));
      const spot = curve.at(t[i]!, off[i]!);
      this.x[i] = spot.x;
      this.y[i] = spot.y;
      ux[i] = spot.ux;
      uy[i] = spot.uy;
    }
  }

  /** Find pairs that may touch: discs by the cells of a grid. */
  private look(): void {
    this.lookAround();
    const { row, count } = this.discs;
    const side = 2 * HALF + APART + AROUND;
    const cells = new Map<number, number[]>();
    this.near = [];
    for (let j = 0; j < count; j++) {
      const [column, line] = [Math.floor(this.x[j]! / side), Math.floor(this.y[j]! / side)];
      for (let across = -1; across <= 1; across++) {
        for (let down = -1; down <= 1; down++) {
          for (const i of cells.get((column + across) * 65536 + line + down) ?? []) {
            if (row[i] === row[j] && !this.acrossLoop(i, j)) continue;
            const [dx, dy] = [this.x[j]! - this.x[i]!, this.y[j]! - this.y[i]!];
            if (dx * dx + dy * dy < side * side) this.near.push(i, j);
          }
        }
      }
      const own = column * 65536 + line;
      const here = cells.get(own);
      if (here) here.push(j);
      else cells.set(own, [j]);
    }
  }

  /** Whether two discs of a row are on opposite sides of a loop. */
  private acrossLoop(i: number, j: number): boolean {
    const { row, at } = this.discs;
    const { a, b } = this.rows[row[i]!]!;
    return a === b && Math.abs(at[i]! - at[j]!) > OPPOSITE;
  }

  private lookAround(): void {
    const { cities, boxes } = this.state;
    const { count, row, radius } = this.discs;
    [this.nearCities, this.nearNames] = [[], []];
    for (const [n, city] of cities.entries()) {
      const [left, top, right, bottom] = boxes[n] ?? [0, 0, 0, 0];
      for (let i = 0; i < count; i++) {
        const dx = this.x[i]! - city.x;
        const dy = this.y[i]! - city.y;
        const reach = radius[i]! + NEAR + AROUND;
        if (dx * dx + dy * dy < reach * reach) {
          const { a, b } = this.rows[row[i]!]!;
          if (n !== a && n !== b) this.nearCities.push(n, i);
        }
        if (!boxes.length || dx < left - reach || dx > right + reach) continue;
        if (dy > top - reach && dy < bottom + reach) this.nearNames.push(n, i);
      }
    }
  }

  /** Move the curve below a disc, so that the disc moves by this. */
  move(i: number, dx: number, dy: number): void {
    const { cities, bows, slides, arms } = this.state;
    const row = this.discs.row[i]!;
    const t = this.discs.t[i]!;
    const curve = this.curves[row]!;
    const far = Math.sqrt(dx * dx + dy * dy) || 1;
    const along = (dx * this.discs.ux[i]! + dy * this.discs.uy[i]!) / far;
    if (curve instanceof Loop) {
      const { along: out, aside: off } = onLoop(t);
      const share = 1 / (1 + out * out + off * off + along * along);
      const [city, arm] = [cities[this.rows[row]!.a]!, arms[row]!];
      [city.x, city.y] = [city.x + dx * share, city.y + dy * share];
      arm.x += (dx * out + dy * off) * share;
      arm.y += (dy * out - dx * off) * share;
      slides[row]! += along * far * share;
      return;
    }
    const bend = 2 * t * (1 - t);
    const share = 1 / ((1 - t) ** 2 + t * t + bend * bend + along * along);
    const { a, b } = this.rows[row]!;
    cities[a]!.x += dx * (1 - t) * share;
    cities[a]!.y += dy * (1 - t) * share;
    cities[b]!.x += dx * t * share;
    cities[b]!.y += dy * t * share;
    const { ux, uy } = curve as Curve;
    bows[row]! += (dy * ux - dx * uy) * bend * share;
    slides[row]! += along * far * share;
  }

  private lengths(loose: number): void {
    const { cities, bows, arms } = this.state;
    for (const [n, { a, b, spaces }] of this.rows.entries()) {
      const curve = this.curves[n]!;
      const wanted = needed(Math.max(...spaces)) / inner(curve, spaces.length);
      const { length } = curve;
      if (a === b) {
        const by = length < wanted ? 0.25 : length > wanted * loose ? 0.1 : 0;
        const grown = 1 + ((by === 0.1 ? wanted * loose : wanted) - length) * (by / (length || 1));
        [arms[n]!.x, arms[n]!.y] = [arms[n]!.x * grown, arms[n]!.y * grown];
        continue;
      }
      if (length < wanted) {
        apart(cities[a]!, cities[b]!, (wanted - length) * 0.25);
        bows[n]! += Math.sign(bows[n]!) * (wanted - length) * 0.1;
      } else if (length > wanted * loose) apart(cities[a]!, cities[b]!, (wanted * loose - length) * 0.1);
    }
  }

  private partDiscs(): void {
    const { x, y, near } = this;
    const { at, radius, ux, uy } = this.discs;
    for (let k = 0; k < near.length; k += 2) {
      const i = near[k]!;
      const j = near[k + 1]!;
      const dx = x[j]! - x[i]!;
      const dy = y[j]! - y[i]!;
      const room = radius[i]! + radius[j]! + APART;
      const square = dx * dx + dy * dy;
      if (square >= room * room) continue;
      const far = Math.sqrt(square) || 0.1;
      const by = ((room - far) * STEP) / 2 / far;
      this.move(i, -dx * by, -dy * by);
      this.move(j, dx * by, dy * by);
    }
    for (let k = 0; k < this.nearCities.length; k += 2) {
      const city = this.state.cities[this.nearCities[k]!]!;
      const i = this.nearCities[k + 1]!;
      const dx = x[i]! - city.x;
      const dy = y[i]! - city.y;
      const reach = radius[i]! + NEAR;
      const square = dx * dx + dy * dy;
      if (square >= reach * reach) continue;
      const far = Math.sqrt(square) || 0.1;
      const by = ((reach - far) * STEP) / 2;
      // Across a row that a city is within, so that all of its discs move to the same side.
      const side = dy * ux[i]! - dx * uy[i]! < 0 ? -by : by;
      const within = Math.abs(at[i]!) < WITHIN;
      const [mx, my] = within ? [-uy[i]! * side, ux[i]! * side] : [(dx / far) * by, (dy / far) * by];
      this.move(i, mx, my);
      city.x -= mx;
      city.y -= my;
    }
  }

  private partCities(): void {
    const { cities } = this.state;
    for (let n = 0; n < cities.length; n++) {
      for (let m = n + 1; m < cities.length; m++) {
        const far = Math.hypot(cities[n]!.x - cities[m]!.x, cities[n]!.y - cities[m]!.y);
        if (far < FAR) apart(cities[n]!, cities[m]!, (FAR - far) * STEP);
      }
    }
  }

  /** Names push spaces, cities and each other away. */
  private partNames(): void {
    const { cities, boxes } = this.state;
    for (let k = 0; k < this.nearNames.length; k += 2) {
      const n = this.nearNames[k]!;
      const i = this.nearNames[k + 1]!;
      const own = cities[n]!;
      const room = this.discs.radius[i]! + BESIDE;
      const off = outside(this.x[i]! - own.x, this.y[i]! - own.y, boxes[n]!, room);
      if (!off) continue;
      this.move(i, (off[0] * STEP) / 2, (off[1] * STEP) / 2);
      own.x -= (off[0] * STEP) / 2;
      own.y -= (off[1] * STEP) / 2;
    }
    for (let n = 0; n < boxes.length; n++) {
      const box = boxes[n]!;
      const own = cities[n]!;
      for (let m = 0; m < cities.length; m++) {
        if (m === n) continue;
        const other = cities[m]!;
        const off = outside(other.x - own.x, other.y - own.y, box, RADIUS + BESIDE);
        if (off) shift(own, other, off[0], off[1]);
        if (m < n) continue;
        const deep = common(box, boxes[m]!, other.x - own.x, other.y - own.y, BESIDE);
        if (deep) shift(own, other, deep[0], deep[1]);
      }
    }
  }
}

/** How close together spaces are on the innermost of several routes side by side. */
const inner = (curve: Course, lanes: number): number =>
  curve.tight(curve.side * aside(lanes - 1, lanes, curve instanceof Loop));

/** Move two points apart, each by this. */
function apart(a: Point, b: Point, by: number): void {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [x, y] = [((b.x - a.x) / far) * by, ((b.y - a.y) / far) * by];
  [a.x, a.y, b.x, b.y] = [a.x - x, a.y - y, b.x + x, b.y + y];
}

export function shift(own: Point, other: Point, dx: number, dy: number): void {
  own.x -= (dx * STEP) / 2;
  own.y -= (dy * STEP) / 2;
  other.x += (dx * STEP) / 2;
  other.y += (dy * STEP) / 2;
}
