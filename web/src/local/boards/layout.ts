// The layout of a board without the server's solver. Cities, curves and names push each other until everything fits,
// as in src/whistlestop/drawing/solver.py, with fewer forces. Lengths are drawing units; y grows downwards.
import { insetOf, MAIN } from "../../studio/insets";
import { endsOf, type Board, type City, type Route } from "../../studio/model";
import { DEGREE, planeOf, type Plane, type Point, type Region } from "../../studio/plane";
import { aside, needed, rowOf, type Course } from "./curve";
import { around, boxOf, cornersOf, dotOf, frameOf, Lens, type Frame } from "./frames";
import { MARGIN, SLOT } from "./measure";
import { chosen, placesOf, type Label } from "./names";
import { courseOf, Relaxation, type Force, type Row, type State } from "./relax";
import type { Box } from "./boxes";
import { armsOf, untangled } from "./untangle";
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
/** How many times as many repairs a board with insets gets, because their frames hold things together. */
const FRAMED = 2;
const ENOUGH = 1;
const GROWTH = 1.03;
const RENAMING = 3;
const SORE = 0.7;
const LOOSER = LOOSE * 1.25;
/** The minimum height as a fraction of the width, and the minimum width as a multiple of the height. */
const SHAPE = { height: 0.56, width: 1.2 };

/** How far outlines extend beyond the main map, as a fraction of its size, and beyond insets, in drawing units. */
const BEYOND = 0.5;
const BEYOND_FRAME = 40;

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
/** The main map or an inset on the drawing. */
export interface Ground {
  box: Box;
  /** The place of a point of the map, given in degrees, which moves with the cities around it. */
  at: (lon: number, lat: number) => Point;
  /** The part of the earth that covers the box. */
  region: Region;
}
export interface Layout {
  width: number;
  height: number;
  cities: Map<string, Point>;
  routes: Map<string, Plan>;
  labels: Map<string, Label & { box: Box }>;
  main: Ground;
  insets: Ground[];
}
interface Corridor extends Row {
  routes: Route[];
}

/** A layout, which takes about a second. The page stays responsive meanwhile. */
export async function layoutOf(board: Board): Promise<Layout> {
  const insets = board.drawing?.insets ?? [];
  const inset = board.cities.map((city) => insetOf(insets, city));
  const main = board.cities.filter((_, n) => inset[n] === MAIN);
  const plane = planeOf({ ...board, cities: main });
  const frames = insets.map((one) => frameOf(one, plane));
  const lenses = insets.map((one) => new Lens(one));
  const map = board.cities.map((city, n) =>
    inset[n] === MAIN ? plane.at(city) : lenses[inset[n]!]!.into(frames[inset[n]!]!, city.lon, city.lat),
  );
  const rows = corridorsOf(board);
  const { state, labels } = await relaxed(board, { cities: map, frames, inset }, rows);
  const { cities, slides } = state;
  const routes = new Map(
    rows.flatMap((row, n) => {
      const course = courseOf(row, n, state);
      return row.routes.map(({ id, length }, lane): [string, Plan] => [
        id,
        planOf(course, length, aside(lane, row.routes.length, row.a === row.b), slides[n]!),
      ]);
    }),
  );
  const { shift, width, height } = framed(board, cities, [...routes.values()], labels, state.frames);
  for (const point of [
    ...cities,
    ...labels,
    ...state.frames,
    ...[...routes.values()].flatMap(({ slots, line }) => [...slots, ...line]),
  ]) {
    point.x += shift.x;
    point.y += shift.y;
  }
  for (const { box } of labels) for (const n of box.keys()) box[n]! += n % 2 ? shift.y : shift.x;
  const byId = <T>(values: T[]): Map<string, T> => new Map(board.cities.map(({ id }, n) => [id, values[n]!]));
  const of = <T>(number: number, values: readonly T[]): T[] => values.filter((_, n) => inset[n] === number);
  const warp = warpOf(of(MAIN, map), of(MAIN, cities));
  return {
    width,
    height,
    cities: byId(cities),
    routes,
    labels: byId(labels),
    main: {
      box: [0, 0, width, height],
      at: (lon, lat) => warp(plane.at({ lon, lat })),
      region: regionAround(main, plane),
    },
    insets: state.frames.map((frame, n) => {
      const lens = lenses[n]!;
      const own = of(n, board.cities).map(({ lon, lat }) => lens.at(lon, lat));
      // The corners hold the map in its frame where the inset has few cities.
      const bent = warpOf([...lens.corners(frame), ...own], [...cornersOf(frame), ...of(n, cities)]);
      return {
        box: boxOf(frame),
        at: (lon, lat) => bent(lens.at(lon, lat)),
        region: lens.region(frame, BEYOND_FRAME),
      };
    }),
  };
}

/** The part of the earth around the cities of the main map. */
function regionAround(cities: readonly City[], plane: Plane): Region {
  const [lats, lons] = [cities.map(({ lat }) => lat), cities.map(({ lon }) => lon)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const stretch = plane.at({ lon: 1, lat: 0 }).x / DEGREE;
  const more = Math.max(north - south, (east - west) * stretch, 0.1) * BEYOND;
  return {
    west: west - more / stretch,
    south: Math.max(-85, south - more),
    east: east + more / stretch,
    north: Math.min(85, north + more),
  };
}

const scaled = ({ x, y, wide, high }: Frame, by: number): Frame => ({
  x: x * by,
  y: y * by,
  wide: wide * by,
  high: high * by,
});

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
  home: { cities: readonly Point[]; frames: readonly Frame[]; inset: readonly number[] },
  rows: readonly Corridor[],
): Promise<{ state: State; labels: (Label & { box: Box })[] }> {
  const map = home.cities;
  const far = rows.map(({ a, b }) => Math.hypot(map[a]!.x - map[b]!.x, map[a]!.y - map[b]!.y));
  const sum = (values: number[]): number => values.reduce((total, one) => total + one, 0);
  const lengths = rows.map(({ spaces }) => needed(Math.max(...spaces)));
  const scale = sum(lengths.filter((_, n) => far[n])) / sum(far) || 1;
  const homes = (by: number): { homes: Point[]; frames: Frame[] } => ({
    homes: map.map(({ x, y }) => ({ x: x * scale * by, y: y * scale * by })),
    frames: home.frames.map((frame) => scaled(frame, scale * by)),
  });
  const state: State = {
    cities: homes(LARGE).homes,
    bows: rows.map(() => 0),
    rests: untangled(rows, map),
    slides: rows.map(() => 0),
    arms: [],
    boxes: [],
    frames: homes(LARGE).frames,
  };
  for (const [n, rest] of state.rests.entries()) state.bows[n] = rest * far[n]! * scale * LARGE;
  const straight = {
    cities: homes(1).homes,
    bows: rows.map((_, n) => state.rests[n]! * far[n]! * scale),
    arms: [],
  };
  state.arms = armsOf(rows, straight, lengths);
  const relaxation = new Relaxation(rows, state, home.inset);
  const run = (force: Force): Promise<void> => {
    relaxation.run(force);
    return pause();
  };
  const stretched = (by: number): void => {
    for (const point of state.cities) [point.x, point.y] = [point.x * by, point.y * by];
    for (const n of state.bows.keys()) state.bows[n]! *= by;
    for (const arm of state.arms) [arm.x, arm.y] = [arm.x * by, arm.y * by];
    for (const frame of state.frames) Object.assign(frame, scaled(frame, by));
  };
  const by = LARGE ** (-1 / SHRINKING);
  for (let n = 1; n <= SHRINKING; n++) {
    stretched(by);
    await run({ rounds: ROUNDS.shrink, home: HOME, ...homes(LARGE * by ** n), loose: LOOSE * LARGE * by ** n }); // prettier-ignore
  }
  await run({ rounds: ROUNDS.settle, home: HOME / 3, ...homes(1), loose: LOOSE });
  state.arms = armsOf(rows, state, lengths);
  const places = placesOf(board.cities, board.drawing?.names ?? {});
  const sore = places.map((some) => some.map(() => 0));
  let names: number[] | undefined;
  const name = (): void => {
    names = chosen(places, state.cities, relaxation.frames.spots(), names, sore);
    state.boxes = names.map((k, n) => places[n]![k]!.box);
  };
  for (let n = 0; n < NAMINGS; n++) {
    name();
    await run({ rounds: ROUNDS.names, home: HOME / 30, ...homes(1), loose: LOOSE });
  }
  // Names that do not fit try other places, and in between the map grows. The best state is kept.
  const kept = (deep: number) => ({ deep, names: names!, state: structuredClone(state) });
  let best = kept(Infinity);
  const repairs = REPAIRS * (state.frames.length ? FRAMED : 1);
  for (let n = 0; n <= repairs; n++) {
    const { deep, names: crowded } = relaxation.overlap();
    if (deep < best.deep) best = kept(deep);
    if (deep < ENOUGH || n === repairs) break;
    state.arms = armsOf(rows, state, lengths);
    if (n % RENAMING === RENAMING - 1) {
      for (const one of crowded) sore[one]![names![one]!]! += SORE;
      name();
    } else stretched(GROWTH);
    await run({ rounds: ROUNDS.repair, home: 0, homes: [], frames: [], loose: LOOSER });
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

function planOf(curve: Course, length: number, beside: number, slide: number): Plan {
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
  frames: readonly Frame[],
): { shift: Point; width: number; height: number } {
  const boxes = [
    ...cities.map(dotOf),
    ...plans.flatMap(({ slots }) => slots.map((slot) => around(slot, SLOT / 2))),
    ...labels.map(({ box }) => box),
    ...frames.map(boxOf),
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
