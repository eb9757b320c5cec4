// Free places for the title and the compass, as in src/whistlestop/drawing/furniture.py. Lengths are drawing units.
import type { Board } from "../../studio/model";
import type { Point } from "../studio/land";
import type { Layout } from "./layout";
import { RADIUS, SLOT } from "./measure";

/** Left, top, width and height of the title's plate; the middle and radius of the rose. Null if there is no room. */
export interface Furniture {
  plate: [number, number, number, number] | null;
  rose: [number, number, number] | null;
}
/** An occupied disc: its middle and its radius. */
type Disc = [number, number, number];

const INSET = 30;
const STEP = 8;
/**
 * The plate: its width as a fraction of the drawing's, its minimum and maximum width, factors for smaller ones, and its
 * height.
 */
const TITLE = { part: 0.21, least: 150, most: 300, sizes: [1, 0.8, 0.65], shape: 0.36 };
const RADII = [46, 36, 28];
/** The cost of each hidden point of a coast, in units of the distance from a corner. */
const COAST = 0.6;
/** The distance of discs that cover an inset. */
const COVER = 16;

export function furnitureOf(board: Board, layout: Layout, coasts: readonly Point[][]): Furniture {
  const taken = takenBy(layout);
  const coast = coasts.flat();
  const title = board.drawing?.title ?? "free";
  const wide = Math.min(TITLE.most, Math.max(TITLE.least, layout.width * TITLE.part));
  const found: Furniture = { plate: null, rose: null };
  for (const size of title === "none" ? [] : TITLE.sizes.map((part) => part * wide)) {
    const spot = free(layout, taken, coast, size, size * TITLE.shape, title);
    if (!spot) continue;
    found.plate = [...spot, size, size * TITLE.shape];
    taken.push(...cover(...found.plate, 11, 5));
    break;
  }
  for (const radius of RADII) {
    const spot = free(layout, taken, coast, 2 * radius, 2 * radius, "free");
    if (!spot) continue;
    found.rose = [spot[0] + radius, spot[1] + radius, radius];
    break;
  }
  return found;
}

/** Discs that cover everything drawn so far. */
function takenBy({ cities, routes, labels, insets }: Layout): Disc[] {
  const discs = [...cities.values()].map(({ x, y }): Disc => [x, y, RADIUS + 5]);
  for (const { slots } of routes.values()) discs.push(...slots.map(({ x, y }): Disc => [x, y, SLOT / 2 + 4]));
  for (const { box } of labels.values()) {
    const [left, top, right, bottom] = box;
    const steps = Math.max(2, Math.floor((right - left) / 10));
    for (let n = 0; n <= steps; n++)
      discs.push([left + ((right - left) * n) / steps, (top + bottom) / 2, (bottom - top) / 2 + 5]);
  }
  for (const { box } of insets) {
    const [w, h] = [box[2] - box[0], box[3] - box[1]];
    discs.push(...cover(box[0], box[1], w, h, Math.ceil(w / COVER), Math.ceil(h / COVER)));
  }
  return discs;
}

/** Discs that cover a box, with this many steps in each direction. */
function cover(x: number, y: number, w: number, h: number, across: number, down: number): Disc[] {
  const found: Disc[] = [];
  for (let n = 0; n <= across; n++)
    for (let m = 0; m <= down; m++) found.push([x + (w * n) / across, y + (h * m) / down, 12]);
  return found;
}

/**
 * The free rectangle nearest to a corner that hides little coast. Either any corner may be used, lower ones first, or
 * only one.
 */
function free(
  { width, height }: Layout,
  taken: readonly Disc[],
  coast: readonly Point[],
  w: number,
  h: number,
  title: string,
): [number, number] | null {
  let [best, found]: [number, [number, number] | null] = [Infinity, null];
  const nearest = (ways: Record<string, number>): number =>
    Math.min(
      ...Object.entries(ways).flatMap(([side, far]) => (title === "free" || title.includes(side) ? far : [])),
    );
  for (let x = INSET; x <= width - w - INSET; x += STEP) {
    const aside = nearest({ left: x - INSET, right: width - w - x - INSET });
    for (let y = INSET; y <= height - h - INSET; y += STEP) {
      const below = nearest({ top: 1.15 * (y - INSET) + 10, bottom: height - h - y - INSET });
      if (aside + below >= best || taken.some((disc) => touches(disc, x, y, w, h))) continue;
      const hidden = coast.filter(([px, py]) => px > x && px < x + w && py > y && py < y + h).length;
      const cost = aside + below + COAST * hidden;
      if (cost < best) [best, found] = [cost, [x, y]];
    }
  }
  return found;
}

function touches([px, py, radius]: Disc, x: number, y: number, w: number, h: number): boolean {
  const dx = Math.max(x - px, px - x - w, 0);
  const dy = Math.max(y - py, py - y - h, 0);
  return dx * dx + dy * dy < radius * radius;
}
