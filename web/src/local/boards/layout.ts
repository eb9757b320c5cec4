// The layout of a board without the server's solver: routes are straight, and cities move until their spaces fit.
// Lengths are drawing units (src/whistlestop/drawing/measure.py); y grows downwards.
import { CAP, DROP, widthOf } from "../../board/letters";
import { endsOf, SIDES, type Board, type Route, type Side } from "../../studio/model";
import { planeOf, type Plane, type Point } from "../../studio/plane";

const SLOT = 36;
const GAP = 3;
const WIDEST_GAP = 10;
const LANE = 15.6;
export const RADIUS = 8.5;
const CLEAR = 3;
/** The distance between the centers of two cities, and between a city and the middle of a route of other cities. */
const APART = 56;
const ASIDE = 24;
const ROUNDS = 400;
/** The number of final rounds in which cities ignore their places on the map. */
const FREE = 80;
const HOME = 0.02;
/** How much longer than its spaces a route may be. */
const LOOSE = 1.14;
export const SIZE = 19;
const FRAME = 14;
const MARGIN = 26;

export interface Slot extends Point {
  angle: number;
  /** The length as a fraction of the usual one. */
  scale: number;
}
export interface Label extends Point {
  text: string;
  width: number;
  anchor: "start" | "middle" | "end";
}
export interface Layout {
  width: number;
  height: number;
  cities: Map<string, Point>;
  routes: Map<string, { ends: [Point, Point]; slots: Slot[] }>;
  labels: Map<string, Label>;
  /** The place of a point of the map, given in degrees, which moves with the cities around it. */
  at: (lon: number, lat: number) => Point;
  plane: Plane;
}
interface Pair {
  a: string;
  b: string;
  wanted: number;
  lanes: Route[];
}

export function layoutOf(board: Board): Layout {
  const plane = planeOf(board);
  const pairs = pairsOf(board);
  const map = new Map(board.cities.map((city) => [city.id, plane.at(city)]));
  const far = ({ a, b }: Pair): number => distance(map.get(a)!, map.get(b)!);
  const sum = (values: number[]): number => values.reduce((total, one) => total + one, 0);
  const scale = sum(pairs.map(({ wanted }) => wanted)) / (sum(pairs.map(far)) || 1);
  const homes = new Map([...map].map(([id, { x, y }]) => [id, { x: x * scale, y: y * scale }]));
  const cities = relaxed(homes, pairs);
  const moved = [...homes].map(([id, home]) => ({ home, to: cities.get(id)! }));
  const routes = new Map(pairs.flatMap((pair) => planned(pair, cities)));
  const slots = [...routes.values()].flatMap(({ slots }) => slots);
  const labels = named(board, cities, slots);
  const boxes = [
    ...[...cities.values()].map(({ x, y }) => around(x, y, RADIUS, RADIUS)),
    ...slots.map(({ x, y }) => around(x, y, SLOT / 2, SLOT / 2)),
    ...[...labels.values()].map(boxOf),
  ];
  const margin = FRAME + (board.drawing?.margin ?? MARGIN);
  const [left, top] = [Math.min(...boxes.map(([x]) => x)), Math.min(...boxes.map(([, y]) => y))];
  const shift = { x: margin - left, y: margin - top };
  for (const point of [
    ...cities.values(),
    ...slots,
    ...labels.values(),
    ...[...routes.values()].flatMap(({ ends }) => ends),
  ]) {
    point.x += shift.x;
    point.y += shift.y;
  }
  return {
    width: Math.ceil(Math.max(...boxes.map(([, , x]) => x)) + shift.x + margin),
    height: Math.ceil(Math.max(...boxes.map(([, , , y]) => y)) + shift.y + margin),
    cities,
    routes,
    labels,
    plane,
    at(lon, lat) {
      const { x, y } = plane.at({ lon, lat });
      return warped({ x: x * scale, y: y * scale }, moved, shift);
    },
  };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const around = (x: number, y: number, w: number, h: number): [number, number, number, number] => [
  x - w,
  y - h,
  x + w,
  y + h,
];

function pairsOf(board: Board): Pair[] {
  const found = new Map<string, Pair>();
  for (const route of board.routes) {
    const [a, b] = endsOf(route.id);
    const pair = found.get(`${a}-${b}`) ?? { a, b, wanted: 0, lanes: [] };
    pair.wanted = Math.max(pair.wanted, route.length * (SLOT + GAP) - GAP + 2 * (RADIUS + CLEAR));
    pair.lanes.push(route);
    found.set(`${a}-${b}`, pair);
  }
  return [...found.values()];
}

/** Places for the cities at which the spaces of their routes fit, as near to their homes as possible. */
function relaxed(homes: Map<string, Point>, pairs: Pair[]): Map<string, Point> {
  const cities = new Map([...homes].map(([id, point]) => [id, { ...point }]));
  const every = [...cities];
  const push = (a: Point, b: Point, by: number): void => {
    const far = distance(a, b) || 1;
    const [x, y] = [((b.x - a.x) / far) * by, ((b.y - a.y) / far) * by];
    [a.x, a.y, b.x, b.y] = [a.x - x, a.y - y, b.x + x, b.y + y];
  };
  for (let round = 0; round < ROUNDS; round++) {
    if (round < ROUNDS - FREE) {
      for (const [id, point] of every) {
        const home = homes.get(id)!;
        point.x += (home.x - point.x) * HOME;
        point.y += (home.y - point.y) * HOME;
      }
    }
    for (const { a, b, wanted, lanes } of pairs) {
      const [one, other] = [cities.get(a)!, cities.get(b)!];
      const far = distance(one, other);
      if (far < wanted) push(one, other, (wanted - far) * 0.25);
      else if (far > wanted * LOOSE) push(one, other, (wanted * LOOSE - far) * 0.1);
      const room = ASIDE + ((lanes.length - 1) * LANE) / 2;
      for (const [id, city] of every) if (id !== a && id !== b) aside(city, one, other, room);
    }
    for (const [n, [, one]] of every.entries()) {
      for (const [, other] of every.slice(n + 1)) {
        const far = distance(one, other);
        if (far < APART) push(one, other, (APART - far) * 0.3);
      }
    }
  }
  return cities;
}

/** Moves a city, and a route between two others, away from each other. */
function aside(city: Point, a: Point, b: Point, room: number): void {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  if (!length) return;
  const along = ((city.x - a.x) * dx + (city.y - a.y) * dy) / length;
  if (along <= 0 || along >= 1) return;
  const [x, y] = [city.x - a.x - along * dx, city.y - a.y - along * dy];
  const far = Math.hypot(x, y);
  if (far >= room) return;
  const by = (room - far) * 0.3;
  // A city exactly on the line moves to its left.
  const [ux, uy] = far > 0.1 ? [x / far, y / far] : [-dy / Math.sqrt(length), dx / Math.sqrt(length)];
  city.x += ux * by;
  city.y += uy * by;
  a.x -= ux * by * (1 - along);
  a.y -= uy * by * (1 - along);
  b.x -= ux * by * along;
  b.y -= uy * by * along;
}

/** The spaces of the routes between two cities, side by side. */
function planned(
  { a, b, lanes }: Pair,
  cities: Map<string, Point>,
): [string, { ends: [Point, Point]; slots: Slot[] }][] {
  const [one, other] = [cities.get(a)!, cities.get(b)!];
  const far = distance(one, other) || 1;
  const [ux, uy] = [(other.x - one.x) / far, (other.y - one.y) / far];
  const angle = (Math.atan2(uy, ux) * 180) / Math.PI;
  return lanes.map(({ id, length }, lane) => {
    const shift = (lane - (lanes.length - 1) / 2) * LANE;
    const point = (along: number): Point => ({
      x: one.x + ux * along - uy * shift,
      y: one.y + uy * along + ux * shift,
    });
    const step = Math.min(SLOT + WIDEST_GAP, (far - 2 * (RADIUS + CLEAR)) / length);
    const first = (far - step * (length - 1)) / 2;
    const scale = Math.min(1, step / (SLOT + GAP));
    const slots = Array.from({ length }, (_, n) => ({ ...point(first + n * step), angle, scale }));
    return [id, { ends: [point(0), point(far)], slots }];
  });
}

/** Puts each name on the side of its city where it covers the least. */
function named(board: Board, cities: Map<string, Point>, slots: Slot[]): Map<string, Label> {
  const labels = new Map<string, Label>();
  const spots = [
    ...slots.flatMap(({ x, y, angle }) =>
      [-12, 0, 12].map((along): [number, number, number] => {
        const turn = (angle * Math.PI) / 180;
        return [x + Math.cos(turn) * along, y + Math.sin(turn) * along, 7.5];
      }),
    ),
    ...[...cities.values()].map(({ x, y }): [number, number, number] => [x, y, RADIUS]),
  ];
  const order: Side[] = [
    "top",
    "bottom",
    "right",
    "left",
    "top_right",
    "bottom_right",
    "top_left",
    "bottom_left",
  ];
  for (const { id, name } of board.cities) {
    const side = board.drawing?.names?.[id];
    const choices = (side ? [side] : order).map((one) => labelAt(name || id, cities.get(id)!, one));
    const cost = (label: Label): number => {
      const [left, top, right, bottom] = boxOf(label);
      const covered = spots.filter(
        ([x, y, r]) => x > left - r && x < right + r && y > top - r && y < bottom + r,
      ).length;
      const others = [...labels.values()].filter((other) => {
        const [l, t, r, b] = boxOf(other);
        return l < right && r > left && t < bottom && b > top;
      }).length;
      return covered + 4 * others;
    };
    const costs = choices.map(cost);
    labels.set(id, choices[costs.indexOf(Math.min(...costs))]!);
  }
  return labels;
}

/** A name beside a city; its point is where the baseline begins, has its middle, or ends. */
function labelAt(text: string, city: Point, side: Side): Label {
  const at = SIDES.indexOf(side);
  const cell = at < 4 ? at : at + 1;
  const [across, down] = [(cell % 3) - 1, Math.floor(cell / 3) - 1];
  const near = RADIUS + 2;
  const [dx, dy] = across && down ? [near * 0.7, near * 0.7] : [near, near];
  const baseline = down < 0 ? -dy - DROP * SIZE : down > 0 ? dy + CAP * SIZE : ((CAP - DROP) * SIZE) / 2;
  return {
    text,
    width: widthOf(text, SIZE),
    anchor: across < 0 ? "end" : across > 0 ? "start" : "middle",
    x: city.x + across * dx,
    y: city.y + baseline,
  };
}

function boxOf({ x, y, width, anchor }: Label): [number, number, number, number] {
  const left = x - width * { start: 0, middle: 0.5, end: 1 }[anchor];
  return [left, y - CAP * SIZE, left + width, y + DROP * SIZE];
}

/** A point moved with the cities around it, weighted by inverse distance. */
function warped(point: Point, moved: { home: Point; to: Point }[], shift: Point): Point {
  let [x, y, weights] = [0, 0, 0];
  for (const { home, to } of moved) {
    const weight = 1 / (distance(point, home) + 20) ** 3;
    x += weight * (to.x - shift.x - home.x);
    y += weight * (to.y - shift.y - home.y);
    weights += weight;
  }
  return { x: point.x + x / weights + shift.x, y: point.y + y / weights + shift.y };
}
