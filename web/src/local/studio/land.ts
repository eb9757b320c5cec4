// Coasts, lakes, rivers and borders of a part of the earth, from the data that is used to draw boards
// (src/whistlestop/drawing/region.py).
import type { LandOutlines } from "../../lib/types";
import type { Region } from "../../studio/plane";

/** The data as the file has it: points are steps in `units` of a degree; rings of land are lists of arcs. */
export interface World {
  units: number;
  arcs: number[][];
  land: number[][];
  borders: number[];
  lakes: number[][];
  rivers: number[][];
}
export type Point = [lon: number, lat: number];

/** Outlines are simplified to this fraction of the width. */
const FINE = 700;
const KINDS = ["land", "lakes", "rivers", "borders"] as const;

/** The lines of the world in degrees, by kind; those that cross the date line go on beyond 180 degrees. */
export function decoded({ units, arcs, land, borders, lakes, rivers }: World): Record<string, Point[][]> {
  const points = (flat: number[]): Point[] => {
    const found: Point[] = [];
    let [x, y] = [0, 0];
    for (let n = 0; n < flat.length; n += 2) {
      x += flat[n]!;
      y += flat[n + 1]!;
      found.push([x / units, y / units]);
    }
    return found;
  };
  const lines = arcs.map(points);
  const arc = (n: number): Point[] => (n < 0 ? lines[~n]!.toReversed() : lines[n]!);
  return {
    land: land.map((ring) => unrolled(ring.flatMap((n, at) => arc(n).slice(at ? 1 : 0)))),
    borders: borders.map(arc).map(unrolled),
    lakes: lakes.map(points).map(unrolled),
    rivers: rivers.map(points).map(unrolled),
  };
}

function unrolled(line: Point[]): Point[] {
  let turns = 0;
  return line.map(([lon, lat], n) => {
    const step = lon - (line[n - 1]?.[0] ?? lon);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [lon + 360 * turns, lat];
  });
}

/** The outlines in a box, simplified to this fraction of its size. */
export function region(world: Record<string, Point[][]>, box: Region, part = FINE): LandOutlines {
  const fine = Math.max(box.east - box.west, box.north - box.south) / part;
  const found: LandOutlines = { land: [], lakes: [], rivers: [], borders: [] };
  for (const kind of KINDS) {
    const closed = kind === "land" || kind === "lakes";
    for (const line of world[kind]!) {
      for (const turn of [-360, 0, 360]) {
        const inside = clipped(line, { ...box, west: box.west - turn, east: box.east - turn }, closed);
        for (const part of inside) {
          const piece = simplified(part, fine);
          if (piece.length > (closed ? 2 : 1))
            found[kind].push(piece.flatMap(([lon, lat]) => [lon + turn, lat]));
        }
      }
    }
  }
  return found;
}

/** The parts of a line in a box. A ring stays one ring, closed along the edges of the box. */
export function clipped(line: Point[], { west, south, east, north }: Region, closed: boolean): Point[][] {
  const edges = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ] as const;
  let parts = [line];
  for (const [axis, limit, sign] of edges) {
    parts = parts.flatMap((part) => {
      const inside = part.map((point) => (point[axis] - limit) * sign >= 0);
      if (inside.every(Boolean)) return [part];
      return inside.includes(true) ? half(part, inside, axis, limit, closed) : [];
    });
  }
  return parts;
}

function half(part: Point[], inside: boolean[], axis: 0 | 1, limit: number, closed: boolean): Point[][] {
  const pieces: Point[][] = [[]];
  for (let n = 0; n < part.length; n++) {
    const [a, b] = [part[n]!, part[(n + 1) % part.length]!];
    if (inside[n]) pieces.at(-1)!.push(a);
    if ((!closed && n === part.length - 1) || inside[n] === inside[(n + 1) % part.length]) continue;
    const share = (limit - a[axis]) / (b[axis] - a[axis]);
    pieces.at(-1)!.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]);
    if (!closed && inside[n]) pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 1);
}

/** A line without points that are closer than a tolerance to the simplified line (Douglas-Peucker). */
export function simplified(line: Point[], tolerance: number): Point[] {
  const keep = new Uint8Array(line.length);
  keep[0] = keep[line.length - 1] = 1;
  const todo: [number, number][] = [[0, line.length - 1]];
  while (todo.length) {
    const [first, last] = todo.pop()!;
    const [a, b] = [line[first]!, line[last]!];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy);
    let [far, at] = [tolerance, -1];
    for (let n = first + 1; n < last; n++) {
      const [x, y] = [line[n]![0] - a[0], line[n]![1] - a[1]];
      const off = length < 1e-9 ? Math.hypot(x, y) : Math.abs(dx * y - dy * x) / length;
      if (off > far) [far, at] = [off, n];
    }
    if (at < 0) continue;
    keep[at] = 1;
    todo.push([first, at], [at, last]);
  }
  return line.filter((_, n) => keep[n]);
}
