// Peaks along the crests of ranges wherever a board has room, as in src/whistlestop/drawing/mountains.py. Lengths are
// drawing units.
import { clipped, type Point } from "../studio/land";
import type { Box } from "./boxes";
import type { Furniture } from "./furniture";
import type { Ground, Layout } from "./layout";
import { RADIUS, SLOT, WIDTH } from "./measure";
import type { Lines } from "./outlines";

/** A range: its height in meters, half its width in kilometers, and its crest as lon, lat, lon, lat, ... */
export interface Range {
  height: number;
  width: number;
  crest: number[];
}
/** The middle of the foot of a peak, and half its base. */
export type Peak = [number, number, number];

const KM = 111.2;
/** The distance between places along a crest, and the lines of places across it, in half widths. */
const STEP = 6;
const ACROSS = [0, -0.5, 0.5, -1, 1];
const HEIGHTS = { low: 1000, high: 4000, small: 7, large: 11.5 };
const FOOT = 0.25;
const TOP = 1.25;
/** Half widths of narrow and broad ranges, and how much larger and further apart the peaks of broad ones are. */
const NARROW = 15;
const BROAD = 45;
const GROWN = 1.5;
const CLOSE = 1;
const LOOSE = 1.32;
/** A smaller peak, where a full-sized one does not fit. */
const LESS = 0.78;
const CLEAR = 2;
const EDGE = 26;
/** The number of points between two corners of a crest, and the maximum distance of points along a coast. */
const FINE = 12;
const DENSE = 4;
const CELL = 32;

const within = (value: number): number => Math.max(0, Math.min(1, value));

/** Peaks of the main map or of an inset, from north to south. */
export function peaksOf(
  ranges: readonly Range[],
  layout: Layout,
  ground: Ground,
  lines: Lines,
  placed: Furniture,
): Peak[] {
  const main = ground === layout.main;
  const edge = main ? EDGE : EDGE / 2;
  const [left, top, right, bottom] = ground.box;
  const frame = { west: left + edge, south: top + edge, east: right - edge, north: bottom - edge };
  const taken = new Taken(layout, lines, placed, main ? layout.insets.map(({ box }) => box) : []);
  const peaks: Peak[] = [];
  for (const { height, width, crest } of ranges) {
    const corners = pairs(crest);
    const lanes = ACROSS.map((part) => drawn(aside(corners, (part * width) / KM), ground));
    // Skip ranges that are nowhere near the board.
    if (!lanes.some((lane) => clipped(lane, frame, false).length)) continue;
    const [middle, edge] = [lanes[0]!, lanes[ACROSS.indexOf(1)]!];
    const wide = middle.reduce((sum, [x, y], n) => sum + Math.hypot(x - edge[n]![0], y - edge[n]![1]), 0);
    const broad = within((wide / middle.length - NARROW) / (BROAD - NARROW));
    const high = within((height - HEIGHTS.low) / (HEIGHTS.high - HEIGHTS.low));
    const size = (HEIGHTS.small + (HEIGHTS.large - HEIGHTS.small) * high) * (1 + (GROWN - 1) * broad);
    const apart = CLOSE + (LOOSE - CLOSE) * broad;
    for (const [n, part] of ACROSS.entries()) {
      for (const [x, y] of clipped(lanes[n]!, frame, false).flatMap((piece) => along(piece, STEP))) {
        // Outer peaks are lower, and neighboring peaks differ slightly.
        const own = size * (1 - 0.22 * Math.abs(part)) * (0.92 + 0.16 * uneven(x, y));
        const fits = [own, own * LESS].find((tried) => taken.free(x, y, tried, apart, peaks));
        if (fits) peaks.push([x, y, fits]);
      }
    }
  }
  return peaks.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

const pairs = (flat: readonly number[]): Point[] =>
  Array.from({ length: flat.length / 2 }, (_, n) => [flat[2 * n]!, flat[2 * n + 1]!]);

/** A number between 0 and 1 that depends only on the place. */
const uneven = (x: number, y: number): number => (Math.sin(x * 0.37 + y * 0.73) + 1) / 2;

/** A crest that is moved sideways by this, in degrees of latitude. */
function aside(crest: readonly Point[], by: number): Point[] {
  return crest.map(([lon, lat], n) => {
    const [before, after] = [crest[Math.max(0, n - 1)]!, crest[Math.min(crest.length - 1, n + 1)]!];
    const shrink = Math.cos((lat * Math.PI) / 180);
    const [dx, dy] = [(after[0] - before[0]) * shrink, after[1] - before[1]];
    const far = Math.hypot(dx, dy) || 1;
    return [lon - ((dy / far) * by) / shrink, lat + (dx / far) * by];
  });
}

/** A line of the map on the drawing, with more points. */
function drawn(line: readonly Point[], ground: Ground): Point[] {
  return line.flatMap(([lon, lat], n) => {
    const [toLon, toLat] = line[n + 1] ?? [lon, lat];
    return Array.from({ length: line[n + 1] ? FINE : 1 }, (_, k): Point => {
      const part = k / FINE;
      const { x, y } = ground.at(lon + (toLon - lon) * part, lat + (toLat - lat) * part);
      return [x, y];
    });
  });
}

/** Points at regular distances along a line. */
function along(line: readonly Point[], step: number): Point[] {
  const found: Point[] = [];
  let rest = 0;
  for (const [n, [x, y]] of line.entries()) {
    const [tx, ty] = line[n + 1] ?? [x, y];
    const far = Math.hypot(tx - x, ty - y);
    for (; rest <= far && far; rest += step) {
      const part = rest / far;
      found.push([x + (tx - x) * part, y + (ty - y) * part]);
    }
    rest -= far;
  }
  return found;
}

/** Everything drawn so far: discs by the grid cells that they reach, and boxes. */
class Taken {
  private readonly cells = new Map<number, Peak[]>();
  private readonly boxes: Box[];

  constructor(
    { cities, routes, labels }: Layout,
    lines: Lines,
    { plate, rose }: Furniture,
    frames: readonly Box[],
  ) {
    for (const { x, y } of cities.values()) this.add(x, y, RADIUS);
    const half = (SLOT - WIDTH) / 2;
    for (const { slots } of routes.values()) {
      for (const { x, y, angle } of slots) {
        const turn = (angle * Math.PI) / 180;
        const [ux, uy] = [Math.cos(turn) * half, Math.sin(turn) * half];
        for (const k of [-1, -0.33, 0.33, 1]) this.add(x + ux * k, y + uy * k, WIDTH / 2);
      }
    }
    const outlines = { land: 3, lakes: 2, rivers: 0.5 };
    for (const [kind, radius] of Object.entries(outlines) as [keyof typeof outlines, number][])
      for (const line of lines[kind]) for (const [x, y] of along(line, DENSE)) this.add(x, y, radius);
    if (rose) this.add(...rose);
    this.boxes = [...[...labels.values()].map(({ box }) => box), ...frames];
    if (plate)
      this.boxes.push([plate[0] - 4, plate[1] - 4, plate[0] + plate[2] + 4, plate[1] + plate[3] + 4]);
  }

  free(x: number, y: number, size: number, apart: number, peaks: readonly Peak[]): boolean {
    const [left, right] = [x - size - CLEAR, x + size + CLEAR];
    const [top, bottom] = [y - TOP * size - CLEAR, y + FOOT * size + CLEAR];
    if (this.boxes.some(([l, t, r, b]) => r > left && l < right && b > top && t < bottom)) return false;
    for (const cell of cellsOf(left, top, right, bottom)) {
      for (const [px, py, radius] of this.cells.get(cell) ?? []) {
        const dx = Math.max(left - px, px - right, 0);
        const dy = Math.max(top - py, py - bottom, 0);
        if (dx * dx + dy * dy < radius * radius) return false;
      }
    }
    return peaks.every(([px, py, other]) => Math.hypot(x - px, 1.2 * (y - py)) > apart * (size + other));
  }

  private add(x: number, y: number, radius: number): void {
    for (const cell of cellsOf(x - radius, y - radius, x + radius, y + radius)) {
      const here = this.cells.get(cell);
      if (here) here.push([x, y, radius]);
      else this.cells.set(cell, [[x, y, radius]]);
    }
  }
}

function cellsOf(left: number, top: number, right: number, bottom: number): number[] {
  const found: number[] = [];
  for (let column = Math.floor(left / CELL); column <= right / CELL; column++)
    for (let line = Math.floor(top / CELL); line <= bottom / CELL; line++) found.push(column * 65536 + line);
  return found;
}
