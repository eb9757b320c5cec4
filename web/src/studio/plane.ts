// Degrees on the earth as points of a plane, and the view of the plane on the screen.
import { spanOf } from "./insets";
import { onArm, onLoop, roomiest } from "../lib/loop";
import { between, endsOf, SIDES, type Board, type City, type Route, type Side } from "./model";
import { takesSmall } from "./routesettings";

export interface Point {
  x: number;
  y: number;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** A part of the earth in degrees. */
export interface Region {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Units of the plane in a degree of latitude. */
export const DEGREE = 100;
/** The region that an empty board shows if its map is not of the earth: degrees around 0, 0. */
const BLANK: Region = { west: -10, south: -7, east: 10, north: 7 };
const EUROPE: Region = { west: -11, south: 35, east: 32, north: 60 };

/** A projection that preserves shapes around a latitude. */
export class Plane {
  private readonly stretch: number;

  constructor(latitude: number) {
    this.stretch = Math.cos((latitude * Math.PI) / 180);
  }

  at({ lat, lon }: Pick<City, "lat" | "lon">): Point {
    return { x: lon * this.stretch * DEGREE, y: -lat * DEGREE };
  }

  degrees({ x, y }: Point): { lat: number; lon: number } {
    return { lat: -y / DEGREE, lon: x / (this.stretch * DEGREE) };
  }
}

/** The region of the earth inside a box of the plane; empty (west is not less than east) if they do not overlap. */
export function regionOf({ x, y, width, height }: Box, plane: Plane): Region {
  const low = plane.degrees({ x, y: y + height });
  const high = plane.degrees({ x: x + width, y });
  return {
    west: Math.max(-180, low.lon),
    south: Math.max(-85, low.lat),
    east: Math.min(180, high.lon),
    north: Math.min(85, high.lat),
  };
}

const middleOf = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2;

export function planeOf(board: Board): Plane {
  if (board.geography === false) return new Plane(0);
  return new Plane(
    board.cities.length
      ? middleOf(board.cities.map(({ lat }) => lat))
      : middleOf([EUROPE.south, EUROPE.north]),
  );
}

/** The view that shows all cities and the boxes of insets; without cities, the initial view. */
export function wholeOf(board: Board, plane: Plane): Box {
  const boxes = (board.drawing?.insets ?? []).filter(({ box }) => box.length === 4);
  const corners =
    board.cities.length > 1
      ? [
          ...board.cities.map((city) => plane.at(city)),
          ...boxes.flatMap(({ box: [west, south, east, north] }) =>
            corner({
              west: west!,
              south: south!,
              east: west! + spanOf([west!, south!, east!, north!]),
              north: north!,
            }).map((one) => plane.at(one)),
          ),
        ]
      : corner(board.geography === false ? BLANK : EUROPE).map((one) => plane.at(one));
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [width, height] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  const margin = Math.max(width, height, DEGREE / 2) * 0.12;
  return {
    x: Math.min(...xs) - margin,
    y: Math.min(...ys) - margin,
    width: width + 2 * margin,
    height: height + 2 * margin,
  };
}

/** Pixels above and below the map that the controls cover. */
const CONTROLS = 64;
/** The part of `wholeOf` without its margins, at most. */
const FILLED = 0.8;

/** The view of a map, in pixels, in which no controls cover the cities of a whole board. */
export function clearOf(whole: Box, width: number, height: number): Box {
  const free = Math.max(height - 2 * CONTROLS, height / 2);
  const scale = Math.min(width / whole.width, height / whole.height, free / (whole.height * FILLED));
  const [wide, high] = [width / scale, height / scale];
  return {
    x: whole.x + (whole.width - wide) / 2,
    y: whole.y + (whole.height - high) / 2,
    width: wide,
    height: high,
  };
}

const corner = ({ west, south, east, north }: Region) => [
  { lat: south, lon: west },
  { lat: north, lon: east },
];

/** The side of a city on which a point is; the point is relative to the city's center. */
export function sideAt({ x, y }: Point): Side {
  const row = 3 * eighth(y, x);
  return [...SIDES.slice(0, 4), null, ...SIDES.slice(4)][row + eighth(x, y)] ?? "top";
}

/** 0, 1 or 2: whether a distance is negative, small compared with the distance across, or positive. */
const eighth = (way: number, across: number): number =>
  Math.abs(way) <= Math.abs(across) * Math.tan(Math.PI / 8) ? 1 : way < 0 ? 0 : 2;

/** Where a name beside a city begins: its anchor, and the distance from the city's center in pixels. */
export function besideCity(side: Side): { anchor: "start" | "middle" | "end"; x: number; y: number } {
  const at = SIDES.indexOf(side);
  const cell = at < 4 ? at : at + 1;
  const [across, down] = [(cell % 3) - 1, Math.floor(cell / 3) - 1];
  const anchor = across < 0 ? "end" : across > 0 ? "start" : "middle";
  return { anchor, x: across * (down ? 9 : 14), y: down < 0 ? -15 : down > 0 ? 25 : 5 };
}

/** A ring: the length of its arm, and more for each space, in heights of a space; its gaps at the city; its corners. */
const RING = { arm: 1.6, more: 0.45, gap: 0.1, parts: 5 };

/**
 * The corners of a route's spaces, beside the other routes between its cities; those for small trains have six.
 * `size`: the height of a space.
 */
export function spacesOf(board: Board, route: Route, places: Map<string, Point>, size: number): string[] {
  const [a, b] = endsOf(route.id).map((end) => places.get(end));
  if (!a || !b) return [];
  const pair = route.id.split("/")[0]!;
  const beside = board.routes.filter(({ id }) => id.split("/")[0] === pair);
  const lane = beside.indexOf(route) - (beside.length - 1) / 2;
  if (a === b) return ringOf(board, route, places, size, beside.indexOf(route));
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const shift = lane * size * 1.35;
  const gap = Math.min(size * 0.9, far * 0.15);
  const step = (far - 2 * gap) / route.length;
  const small = takesSmall(board, route.id);
  const point = (along: number, across: number): string => {
    const [x, y] = [a.x + ux * along - uy * (across + shift), a.y + uy * along + ux * (across + shift)];
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  };
  return Array.from({ length: route.length }, (_, n) => {
    const [first, last] = [gap + n * step + step * 0.06, gap + (n + 1) * step - step * 0.06];
    return cornersOf(point, first, last, size, small);
  });
}

/** The corners of a space; those for small trains have six (MECH-7). `parts`: straight pieces of a long side. */
function cornersOf(
  point: (along: number, across: number) => string,
  first: number,
  last: number,
  size: number,
  small: boolean,
  parts = 1,
): string {
  const [middle, half] = [(first + last) / 2, (last - first) * 0.4];
  const along = small
    ? [middle - half * 0.57, middle + half * 0.57]
    : Array.from({ length: parts + 1 }, (_, k) => first + ((last - first) * k) / parts);
  return [
    ...(small ? [point(middle - half, 0)] : []),
    ...along.map((one) => point(one, -size / 2)),
    ...(small ? [point(middle + half, 0)] : []),
    ...along.toReversed().map((one) => point(one, size / 2)),
  ].join(" ");
}

/** The corners of a ring's spaces, where its city has the most room; further rings of a city surround the first. */
function ringOf(
  board: Board,
  { id, length }: Route,
  places: Map<string, Point>,
  size: number,
  order: number,
): string[] {
  const city = endsOf(id)[0];
  const at = places.get(city)!;
  const longest = Math.max(...between(board, city, city).map((one) => one.length));
  const arm = size * (RING.arm + longest * RING.more);
  const others = board.routes.flatMap((route): Point[] => {
    const [a, b] = endsOf(route.id).map((end) => places.get(end));
    if (!a || !b || a === b || (a !== at && b !== at)) return [];
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [from, to] = a === at ? [a, b] : [b, a];
    return [1, 2, 3, 4].map((n) => {
      const part = Math.min(1, (n * arm) / 2 / far);
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    });
  });
  const { x, y, anchor } = besideCity(board.drawing?.names?.[city] ?? "top");
  const reach = anchor === "middle" ? 0 : anchor === "start" ? 2 * size : -2 * size;
  others.push({ x: at.x + (x / 11) * size + reach, y: at.y + (y / 11) * size });
  const way = roomiest(at, arm, others, arm * 1.5);
  const off = order * size * 1.35;
  const point = (part: number, across: number): string => {
    const { along, aside, way: direction } = onLoop(part);
    const [spot, ahead] = [onArm(way, along, aside), onArm(way, ...direction)];
    const far = Math.hypot(ahead.x, ahead.y) || 1;
    // The inside of a loop is on its right.
    const right = -across - off;
    return `${(at.x + spot.x - (ahead.y / far) * right).toFixed(2)},${(at.y + spot.y + (ahead.x / far) * right).toFixed(2)}`;
  };
  const step = (1 - 2 * RING.gap) / length;
  const small = takesSmall(board, id);
  return Array.from({ length }, (_, n) => {
    const [first, last] = [RING.gap + (n + 0.06) * step, RING.gap + (n + 0.94) * step];
    return cornersOf(point, first, last, size, small, RING.parts);
  });
}
