// The layout of a board without the server's solver. Cities, curves and names push each other until everything fits,
// as in src/whistlestop/drawing/solver.py, with fewer forces. Lengths are drawing units; y grows downwards.
import { endsOf, type Board, type Route } from "../../studio/model";
import { planeOf, type Plane, type Point } from "../../studio/plane";
import { aside, Curve, needed, rowOf } from "./curve";
import { MARGIN, RADIUS, SLOT } from "./measure";
import { chosen, placesOf, type Label } from "./names";
import { Relaxation, type Force, type Row, type State } from "./relax";
import type { Box } from "./boxes";
import { untangled } from "./untangle";
import { warpOf } from "./warp";

/** The map starts larger than its routes need, and shrinks, so that routes do not get tangled. */
const LARGE = 1.8;
const SHRINKING = 10;
const ROUNDS = { shrink: 16, settle: 120, names: 60, repair: 75 };
const HOME = 0.03;
/** How much longer than its spaces a route may be. */
const LOOSE = 1.14;
/** The number of times that all names choose their places. */
const NAMINGS = 4;
/** The maximum number of repairs while the overlap exceeds `ENOUGH`: the map grows, and every third time names move. */
const REPAIRS = 9;
const ENOUGH = 1;
const GROWTH = 1.03;
const RENAMING = 3;
const SORE = 0.7;
const LOOSER = LOOSE * 1.25;
/** The minimum height as a fraction of the width, and the minimum width as a multiple of the height. */
const SHAPE = { height: 0.56, width: 1.2 };

export interface Slot extends Point {
  angle: number;
  /** The length as a fraction of the usual one. */
  scale: number;
}
export interface Plan {
  slots: Slot[];
  /** The line below the spaces, from city to city. */
  line: Point[];
}
export interface Layout {
  width: number;
  height: number;
  cities: Map<string, Point>;
  routes: Map<string, Plan>;
  labels: Map<string, Label & { box: Box }>;
  /** The place of a point of the map, given in degrees, which moves with the cities around it. */
  at: (lon: number, lat: number) => Point;
  plane: Plane;
}
interface Corridor extends Row {
  routes: Route[];
}

/** A layout, which takes about a second. The page stays responsive meanwhile. */
export async function layoutOf(board: Board): Promise<Layout> {
  const plane = planeOf(board);
  const map = board.cities.map((city) => plane.at(city));
  const rows = corridorsOf(board);
  const { state, labels } = await relaxed(board, map, rows);
  const { cities, bows, slides } = state;
  const routes = new Map(
    rows.flatMap(({ a, b, routes }, n) => {
      const curve = new Curve(cities[a]!, cities[b]!, bows[n]!);
      return routes.map(({ id, length }, lane): [string, Plan] => [
        id,
        planOf(curve, length, aside(lane, routes.length), slides[n]!),
      ]);
    }),
  );
  const { shift, width, height } = framed(board, cities, [...routes.values()], labels);
  for (const point of [
    ...cities,
    ...labels,
    ...[...routes.values()].flatMap(({ slots, line }) => [...slots, ...line]),
  ]) {
    point.x += shift.x;
    point.y += shift.y;
  }
  for (const { box } of labels) for (const n of box.keys()) box[n]! += n % 2 ? shift.y : shift.x;
  const warp = warpOf(map, cities);
  const byId = <T>(values: T[]): Map<string, T> => new Map(board.cities.map(({ id }, n) => [id, values[n]!]));
  return {
    width,
    height,
    cities: byId(cities),
    routes,
    labels: byId(labels),
    plane,
    at: (lon, lat) => warp(plane.at({ lon, lat })),
  };
}

/** All routes between the same two cities, which run side by side. */
function corridorsOf({ cities, routes }: Board): Corridor[] {
  const number = new Map(cities.map(({ id }, n) => [id, n]));
  const found = new Map<string, Corridor>();
  for (const route of routes) {
    const [a, b] = endsOf(route.id);
    const pair = `${a}-${b}`;
    const row = found.get(pair) ?? { a: number.get(a)!, b: number.get(b)!, spaces: [], routes: [] };
    row.spaces.push(route.length);
    row.routes.push(route);
    found.set(pair, row);
  }
  return [...found.values()];
}

const pause = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Places where everything fits, as near to the map as possible. */
async function relaxed(
  board: Board,
  map: readonly Point[],
  rows: readonly Corridor[],
): Promise<{ state: State; labels: (Label & { box: Box })[] }> {
  const far = rows.map(({ a, b }) => Math.hypot(map[a]!.x - map[b]!.x, map[a]!.y - map[b]!.y));
  const sum = (values: number[]): number => values.reduce((total, one) => total + one, 0);
  const scale = sum(rows.map(({ spaces }) => needed(Math.max(...spaces)))) / (sum(far) || 1);
  const homes = (by: number): Point[] => map.map(({ x, y }) => ({ x: x * scale * by, y: y * scale * by }));
  const state: State = {
    cities: homes(LARGE),
    bows: rows.map(() => 0),
    rests: untangled(rows, map),
    slides: rows.map(() => 0),
    boxes: [],
  };
  for (const [n, rest] of state.rests.entries()) state.bows[n] = rest * far[n]! * scale * LARGE;
  const relaxation = new Relaxation(rows, state);
  const run = (force: Force): Promise<void> => {
    relaxation.run(force);
    return pause();
  };
  const stretched = (by: number): void => {
    for (const point of state.cities) [point.x, point.y] = [point.x * by, point.y * by];
    for (const n of state.bows.keys()) state.bows[n]! *= by;
  };
  const by = LARGE ** (-1 / SHRINKING);
  for (let n = 1; n <= SHRINKING; n++) {
    stretched(by);
    await run({ rounds: ROUNDS.shrink, home: HOME, homes: homes(LARGE * by ** n), loose: LOOSE * LARGE * by ** n }); // prettier-ignore
  }
  await run({ rounds: ROUNDS.settle, home: HOME / 3, homes: homes(1), loose: LOOSE });
  const places = placesOf(board.cities, board.drawing?.names ?? {});
  const sore = places.map((some) => some.map(() => 0));
  let names: number[] | undefined;
  const name = (): void => {
    names = chosen(places, state.cities, relaxation, names, sore);
    state.boxes = names.map((k, n) => places[n]![k]!.box);
  };
  for (let n = 0; n < NAMINGS; n++) {
    name();
    await run({ rounds: ROUNDS.names, home: HOME / 30, homes: homes(1), loose: LOOSE });
  }
  // Names that do not fit try other places, and in between the map grows. The best state is kept.
  const kept = (deep: number) => ({ deep, names: names!, state: structuredClone(state) });
  let best = kept(Infinity);
  for (let n = 0; n <= REPAIRS; n++) {
    const { deep, names: crowded } = relaxation.overlap();
    if (deep < best.deep) best = kept(deep);
    if (deep < ENOUGH || n === REPAIRS) break;
    if (n % RENAMING === RENAMING - 1) {
      for (const one of crowded) sore[one]![names![one]!]! += SORE;
      name();
    } else stretched(GROWTH);
    await run({ rounds: ROUNDS.repair, home: 0, homes: [], loose: LOOSER });
  }
  const labels = best.names.map((k, n) => {
    const { dislike: _, ...label } = places[n]![k]!;
    const { x, y } = best.state.cities[n]!;
    const [left, top, right, bottom] = label.box;
    const box: Box = [left + x, top + y, right + x, bottom + y];
    return { ...label, x: label.x + x, y: label.y + y, box };
  });
  return { state: best.state, labels };
}

function planOf(curve: Curve, length: number, beside: number, slide: number): Plan {
  const { step, scale } = rowOf(length, curve.length, curve.tight(beside));
  const first = curve.length / 2 + slide - (step * (length - 1)) / 2;
  const slots = Array.from({ length }, (_, n) => {
    const { x, y, ux, uy } = curve.at(curve.parameter(first + n * step), beside);
    return { x, y, angle: (Math.atan2(uy, ux) * 180) / Math.PI, scale };
  });
  return { slots, line: curve.line(beside) };
}

/** The size of the drawing, and the offset of its upper left corner. */
function framed(
  board: Board,
  cities: readonly Point[],
  plans: readonly Plan[],
  labels: readonly { box: Box }[],
): { shift: Point; width: number; height: number } {
  const around = ({ x, y }: Point, by: number): Box => [x - by, y - by, x + by, y + by];
  const boxes = [
    ...cities.map((city) => around(city, RADIUS)),
    ...plans.flatMap(({ slots }) => slots.map((slot) => around(slot, SLOT / 2))),
    ...labels.map(({ box }) => box),
  ];
  const margin = MARGIN.frame + (board.drawing?.margin ?? MARGIN.usual);
  const [left, top] = [Math.min(...boxes.map(([x]) => x)), Math.min(...boxes.map(([, y]) => y))];
  const wide = Math.max(...boxes.map(([, , x]) => x)) - left + 2 * margin;
  const high = Math.max(...boxes.map(([, , , y]) => y)) - top + 2 * margin;
  // Very long drawings would be small on every screen.
  const [width, height] = [Math.max(wide, high * SHAPE.width), Math.max(high, wide * SHAPE.height)];
  return {
    shift: { x: margin - left + (width - wide) / 2, y: margin - top + (height - high) / 2 },
    width: Math.ceil(width),
    height: Math.ceil(height),
  };
}
