// Whether the insets of a board fit it (src/whistlestop/format/insets.py), with the same texts.
import type { Board, Inset } from "../../lib/wholeboard";
import { eastOf, holds, insetOf, MAIN, spanOf, type Rectangle } from "../../studio/insets";
import { problem, type Problem } from "./problem";
import { written, type Path } from "./shape";

/** West and east are relative to a meridian, so they can be compared. */
interface Extent {
  west: number;
  south: number;
  east: number;
  north: number;
}
interface Place {
  lat: number;
  lon: number;
}

const NORTHERNMOST = 85;
const WIDEST = 180;
/** The longer side of a rectangle as a multiple of the shorter one. */
const LONGEST = 4;
/** The longer side of a box as a part of that of the main map. */
const SMALLEST = 0.05;
const PARTS = ["earth", "box"] as const;

export function* insetProblems({ drawing, cities, geography }: Board): Generator<Problem> {
  const { insets } = drawing;
  const where: Path = ["drawing", "insets"];
  const wrong = insets.flatMap((inset, n) => [...rectangles([...where, n], inset)]);
  yield* wrong;
  if (wrong.length || !insets.length) return;
  if (!geography) {
    yield problem(`${written(where)}: they need geography = true`, where, ["geography"]);
    return;
  }
  for (const part of PARTS) yield* apart(where, insets, part);
  const known = ({ lat, lon }: { lat: number | null; lon: number | null }): boolean =>
    lat !== null && lon !== null;
  const rows = [...cities.entries()].filter(
    ([, city]) => !known(city) || insetOf(insets, city as Place) === MAIN,
  );
  const main = rows.filter(([, city]) => known(city));
  const places = main.map(([, { lat, lon }]): Place => ({ lat: lat!, lon: lon! }));
  if (places.length < Math.max(rows.length, 2)) {
    const text = `${written(where)}: all cities need positions, and at least two must be outside of the insets`;
    yield problem(text, where, ["cities"]);
    return;
  }
  const meridian = places[0]!.lon;
  const lons = places.map(({ lon }) => eastOf(meridian, lon));
  const lats = places.map(({ lat }) => lat);
  const board: Extent = {
    west: Math.min(...lons),
    south: Math.min(...lats),
    east: Math.max(...lons),
    north: Math.max(...lats),
  };
  for (const [n, { box }] of insets.entries()) {
    const here = [...where, n, "box"];
    yield* onBoard(here, extentOf(box, meridian), board);
    for (const [k, place] of places.entries()) {
      if (!holds(box, place)) continue;
      const [row, { id }] = main[k]!;
      yield problem(`${written(here)}: city ${id} would lie under it`, here, ["cities", row]);
    }
  }
}

function* rectangles(where: Path, inset: Inset): Generator<Problem> {
  for (const part of PARTS) {
    const here = [...where, part];
    if (!onEarth(inset[part])) {
      const text = `${written(here)}: write west, south, east, north in degrees, at most ${WIDEST} wide`;
      yield problem(text, here);
      continue;
    }
    const [width, height] = sidesOf(extentOf(inset[part], inset[part][0]!));
    if (Math.max(width, height) <= LONGEST * Math.min(width, height)) continue;
    yield problem(`${written(here)}: one side is more than ${LONGEST} times as long as the other`, here);
  }
}

function onEarth(rectangle: readonly number[]): boolean {
  if (rectangle.length !== 4) return false;
  const [west, south, east, north] = rectangle as Rectangle;
  if (Math.max(Math.abs(west), Math.abs(east)) > 180 || south >= north) return false;
  const span = spanOf(rectangle);
  return south >= -NORTHERNMOST && north <= NORTHERNMOST && span > 0 && span <= WIDEST;
}

function extentOf(rectangle: readonly number[], meridian: number): Extent {
  const [west, south, , north] = rectangle as Rectangle;
  const half = spanOf(rectangle) / 2;
  const middle = eastOf(meridian, west + half);
  return { west: middle - half, south, east: middle + half, north };
}

/** The length of a degree of longitude, in degrees of latitude. */
const stretchOf = ({ south, north }: Extent): number => Math.cos((((south + north) / 2) * Math.PI) / 180);

/** Width and height, in degrees of latitude. */
const sidesOf = (extent: Extent): [number, number] => [
  (extent.east - extent.west) * stretchOf(extent),
  extent.north - extent.south,
];

function* apart(where: Path, insets: readonly Inset[], part: "earth" | "box"): Generator<Problem> {
  for (const [m, { [part]: first }] of insets.entries()) {
    const one = extentOf(first, first[0]!);
    for (let n = m + 1; n < insets.length; n++) {
      const other = extentOf(insets[n]![part], first[0]!);
      const across = Math.max(one.west, other.west) < Math.min(one.east, other.east);
      if (!across || Math.max(one.south, other.south) >= Math.min(one.north, other.north)) continue;
      const [here, there] = [n, m].map((number) => [...where, number, part]) as [Path, Path];
      yield problem(`${written(here)}: it overlaps ${written(there)}`, here, there);
    }
  }
}

/** A box may be beside the main map, but not farther away than this is wide or high. */
function* onBoard(where: Path, box: Extent, board: Extent): Generator<Problem> {
  const [side, longest] = [Math.max(...sidesOf(board)), Math.max(...sidesOf(box))];
  if (longest > side || longest < SMALLEST * side) {
    const text = longest > side ? "it is larger than the main map" : "it is too small for the main map";
    yield problem(`${written(where)}: ${text}`, where, ["cities"]);
  }
  const [wide, high] = [side / stretchOf(board), side];
  if (
    box.west < board.west - wide ||
    box.east > board.east + wide ||
    box.south < board.south - high ||
    box.north > board.north + high
  ) {
    const text = "it is too far from the main map; move it nearer to the other cities";
    yield problem(`${written(where)}: ${text}`, where, ["cities"]);
  }
}
