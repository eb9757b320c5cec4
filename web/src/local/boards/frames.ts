// Frames of insets: where they are on the map, how they show the earth, and how they and their contents push each other
// (src/whistlestop/drawing/insets.py). Lengths are drawing units.
import type { Inset } from "../../lib/board";
import { eastOf, spanOf, type Rectangle } from "../../studio/insets";
import { Plane, type Point, type Region } from "../../studio/plane";
import { common, type Box } from "./boxes";
import { RADIUS } from "./measure";
import { shift, type Relaxation } from "./relax";

/** A frame: its middle, half its width and half its height. */
export interface Frame extends Point {
  wide: number;
  high: number;
}

/** The distance from a frame to anything else, on both sides: preferred, and at least. */
const ROOM = 11;
const ENOUGH = 5;
/** The part of a frame that the chosen part of the earth fills; around it is more of the earth. */
const FILLED = 0.86;
/** The distance of points along a border. */
const ALONG = 8;
/** The fraction of an overlap that a round removes, and the part of it by which the frame moves from what is outside. */
const STEP = 0.5;
const FRAMED = 0.2;
/** How much more strongly cities in a frame return to their homes, since routes to the main map pull at few of them. */
const FIRM = 3;

export const boxOf = ({ x, y, wide, high }: Frame): Box => [x - wide, y - high, x + wide, y + high];

/** How an inset shows the earth. */
export class Lens {
  private readonly plane: Plane;
  private readonly lon: number;
  private readonly lat: number;
  private readonly half: Point;

  constructor({ earth }: Pick<Inset, "earth">) {
    const [west, south, , north] = earth as Rectangle;
    this.lon = west + spanOf(earth) / 2;
    this.lat = (south + north) / 2;
    this.plane = new Plane(this.lat);
    const corner = this.at(west, north);
    this.half = { x: -corner.x, y: -corner.y };
  }

  /** A place relative to the middle of the inset, at any scale. */
  at(lon: number, lat: number): Point {
    return this.plane.at({ lon: eastOf(this.lon, lon), lat: lat - this.lat });
  }

  /** A place in a frame. */
  into(frame: Frame, lon: number, lat: number): Point {
    const [{ x, y }, scale] = [this.at(lon, lat), this.scale(frame)];
    return { x: frame.x + x * scale, y: frame.y + y * scale };
  }

  /** The corners of a frame, relative to the middle of the inset as in `at`. */
  corners(frame: Frame): Point[] {
    const scale = this.scale(frame);
    return cornersOf({ x: 0, y: 0, wide: frame.wide / scale, high: frame.high / scale });
  }

  /** The part of the earth in a frame, with this many drawing units around it. */
  region(frame: Frame, around: number): Region {
    const scale = this.scale(frame);
    const { lat, lon } = this.plane.degrees({
      x: (frame.wide + around) / scale,
      y: -(frame.high + around) / scale,
    });
    return {
      west: this.lon - lon,
      south: Math.max(-85, this.lat - lat),
      east: this.lon + lon,
      north: Math.min(85, this.lat + lat),
    };
  }

  private scale({ wide, high }: Frame): number {
    return Math.min(wide / this.half.x, high / this.half.y) * FILLED;
  }
}

export const cornersOf = ({ x, y, wide, high }: Frame): Point[] =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([across, down]) => ({ x: x + across! * wide, y: y + down! * high }));

/** The frame of an inset on the main map. */
export function frameOf({ box }: Pick<Inset, "box">, plane: Plane): Frame {
  const [west, south, , north] = box as Rectangle;
  const middle = plane.at({ lon: west + spanOf(box) / 2, lat: (south + north) / 2 });
  const stretch = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const degree = -plane.at({ lon: 0, lat: 1 }).y;
  return { ...middle, wide: (spanOf(box) * stretch * degree) / 2, high: ((north - south) * degree) / 2 };
}

/** Points along the border of a frame. */
function borderOf(frame: Frame): Point[] {
  const corners = cornersOf(frame);
  return corners.flatMap((from, n) => {
    const to = corners[(n + 1) % 4]!;
    const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / ALONG);
    return Array.from({ length: count }, (_, k) => ({
      x: from.x + ((to.x - from.x) * k) / count,
      y: from.y + ((to.y - from.y) * k) / count,
    }));
  });
}

/** How far a box sticks out of a frame, less a margin: left, top, right, bottom; positive where it does. */
function stickingOut(box: Box, frame: Frame, room: number): Box {
  const [left, top, right, bottom] = boxOf(frame);
  return [left + room - box[0], top + room - box[1], box[2] + room - right, box[3] + room - bottom].map(
    (by) => Math.max(0, by),
  ) as Box;
}

/** The way that brings a box back into a frame, of which the frame opens as much by itself. */
function contained(box: Box, frame: Frame, room: number, share: number): Point | null {
  const [left, top, right, bottom] = stickingOut(box, frame, room);
  if (!left && !top && !right && !bottom) return null;
  frame.x += ((right - left) * share) / 2;
  frame.y += ((bottom - top) * share) / 2;
  frame.wide += ((right + left) * share) / 2;
  frame.high += ((bottom + top) * share) / 2;
  return { x: (left - right) * share, y: (top - bottom) * share };
}

/** An item that must be inside or outside of a frame, how to move it, and whose name it is, if it is one. */
interface Meeting {
  frame: Frame;
  box: Box;
  inside: boolean;
  name: number | null;
  move: (dx: number, dy: number) => void;
}

/** The frames of a board, and how they and everything else push each other. */
export class Frames {
  /** inset: the number of each city's inset, or `MAIN`. */
  constructor(
    private readonly board: Relaxation,
    private readonly inset: readonly number[],
  ) {}

  /** Cities and frames return to their homes; those of cities in a frame move with it. */
  goHome(by: number, homes: readonly Point[], frames: readonly Frame[]): void {
    const { state } = this.board;
    for (const [n, frame] of state.frames.entries()) {
      const home = frames[n]!;
      for (const side of ["x", "y", "wide", "high"] as const) frame[side] += (home[side] - frame[side]) * by;
    }
    for (const [n, point] of state.cities.entries()) {
      const [frame, home] = [state.frames[this.inset[n]!], frames[this.inset[n]!]];
      const [dx, dy] = frame && home ? [frame.x - home.x, frame.y - home.y] : [0, 0];
      const part = frame ? Math.min(1, by * FIRM) : by;
      point.x += (homes[n]!.x + dx - point.x) * part;
      point.y += (homes[n]!.y + dy - point.y) * part;
    }
  }

  /** Contents and frames push each other, and so do frames and everything else. */
  part(): void {
    for (const { frame, box, inside, move } of this.meetings()) {
      if (inside) {
        const way = contained(box, frame, ROOM, STEP / 2);
        if (way) move(way.x, way.y);
        continue;
      }
      const way = common(boxOf(frame), box, 0, 0, ROOM);
      if (!way) continue;
      move(way[0] * STEP * (1 - FRAMED), way[1] * STEP * (1 - FRAMED));
      frame.x -= way[0] * STEP * FRAMED;
      frame.y -= way[1] * STEP * FRAMED;
    }
    const { frames } = this.board.state;
    for (const [n, one] of frames.entries()) {
      for (const other of frames.slice(n + 1)) {
        const deep = common(boxOf(one), boxOf(other), 0, 0, 2 * ROOM);
        if (deep) shift(one, other, deep[0], deep[1]);
      }
    }
  }

  /** How deeply frames and other things overlap. The numbers of names that do are added to `names`. */
  overlap(names: Set<number>): number {
    let sum = 0;
    for (const { frame, box, inside, name } of this.meetings()) {
      const way = common(boxOf(frame), box, 0, 0, ENOUGH) ?? [0, 0];
      const deep = Math.hypot(...(inside ? stickingOut(box, frame, ENOUGH) : way));
      if (deep && name !== null) names.add(name);
      sum += deep;
    }
    return sum;
  }

  /** The middles of discs that names should not cover: those of the rows, and along the frames. */
  spots(): { x: number[]; y: number[] } {
    const border = this.board.state.frames.flatMap(borderOf);
    return {
      x: [...this.board.x, ...border.map(({ x }) => x)],
      y: [...this.board.y, ...border.map(({ y }) => y)],
    };
  }

  /** Everything that is inside or outside of a frame; routes that cross it are neither. */
  private *meetings(): Generator<Meeting> {
    const { board, inset } = this;
    const { cities, boxes, frames } = board.state;
    const { count, row, radius } = board.discs;
    for (const [k, frame] of frames.entries()) {
      for (let i = 0; i < count; i++) {
        const { a, b } = board.rows[row[i]!]!;
        const inside = inset[a] === k;
        if (inside !== (inset[b] === k)) continue;
        const box = around({ x: board.x[i]!, y: board.y[i]! }, radius[i]!);
        yield { frame, box, inside, name: null, move: (dx, dy) => board.move(i, dx, dy) };
      }
      for (const [n, city] of cities.entries()) {
        const move = (dx: number, dy: number): void => {
          city.x += dx;
          city.y += dy;
        };
        const inside = inset[n] === k;
        yield { frame, box: dotOf(city), inside, name: null, move };
        const name = boxes[n];
        if (!name) continue;
        const [left, top, right, bottom] = name;
        const box: Box = [left + city.x, top + city.y, right + city.x, bottom + city.y];
        yield { frame, box, inside, name: n, move };
      }
    }
  }
}

export const around = ({ x, y }: Point, by: number): Box => [x - by, y - by, x + by, y + by];
export const dotOf = (city: Point): Box => around(city, RADIUS);
