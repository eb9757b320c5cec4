// Insets of a board: boxes with other parts of the earth. Everything is in degrees.
import type { Inset } from "../lib/board";
import { changeDrawing, type Board, type Change, type City } from "./model";
import type { Box, Plane, Region } from "./plane";

/** West, south, east, north. Across the date line, west is greater than east. */
export type Rectangle = [number, number, number, number];
/** The number of the main map, in place of the number of an inset. */
export const MAIN = -1;

/** A number of degrees from 0 up to 360. */
const turned = (degrees: number): number => {
  const rest = degrees % 360;
  return rest < 0 ? rest + 360 : rest;
};

/** The degrees from west to east. */
export const spanOf = ([west, , east]: readonly number[]): number => turned(east! - west!);

/** The degrees east of a meridian, from -180 to 180. */
export const eastOf = (meridian: number, lon: number): number => turned(lon - meridian + 180) - 180;

export function holds(rectangle: readonly number[], { lat, lon }: Pick<City, "lat" | "lon">): boolean {
  const [west, south, , north] = rectangle as Rectangle;
  return south <= lat && lat <= north && turned(lon - west) <= spanOf(rectangle);
}

/** The number of the inset that shows a city, or `MAIN`. */
export const insetOf = (insets: readonly Inset[], city: Pick<City, "lat" | "lon">): number =>
  insets.findIndex(({ earth }) => holds(earth, city));

export const MOST_INSETS = 4;
/** The rectangles of an inset. */
export const PARTS = ["earth", "box"] as const;
export type Part = (typeof PARTS)[number];
/** The shortest side of a rectangle. */
const SHORTEST = 0.01;
const NORTHERNMOST = 85;

export const insetsOf = ({ drawing }: Board): Inset[] => drawing?.insets ?? [];

const round = (degrees: number): number => Math.round(degrees * 1000) / 1000;

/** A rectangle on the earth, with its size where possible. */
function onEarth(west: number, south: number, wide: number, high: number): Rectangle {
  const [width, height] = [Math.min(180, wide), Math.min(2 * NORTHERNMOST, high)].map((side) =>
    Math.max(SHORTEST, side),
  ) as [number, number];
  const low = Math.min(NORTHERNMOST - height, Math.max(-NORTHERNMOST, south));
  return [eastOf(0, west), low, eastOf(0, west + width), low + height].map(round) as Rectangle;
}

/** A rectangle that is moved by so many degrees. */
export const moved = ([west, south, east, north]: Rectangle, lon: number, lat: number): Rectangle =>
  onEarth(west + lon, south + lat, spanOf([west, south, east, north]), north - south);

/** A rectangle whose lower right corner is moved by so many degrees. */
export function resized(rectangle: Rectangle, lon: number, lat: number): Rectangle {
  const [west, south, , north] = rectangle;
  const high = Math.min(Math.max(SHORTEST, north - south - lat), north + NORTHERNMOST);
  return onEarth(west, north - high, spanOf(rectangle) + lon, high);
}

export const changeInset =
  (number: number, part: Part, rectangle: Rectangle): Change =>
  (board) =>
    changeDrawing({
      insets: insetsOf(board).map((inset, n) => (n === number ? { ...inset, [part]: rectangle } : inset)),
    })(board);

/** Add an inset in a part of the earth: what it shows on the left, its box on the right. */
export function addInset({ west, south, east, north }: Region): Change {
  const [wide, high] = [(east - west) / 4, (north - south) / 4];
  const at = (from: number): Rectangle => onEarth(west + wide * from, south + high * 1.5, wide, high);
  return (board) =>
    insetsOf(board).length < MOST_INSETS
      ? changeDrawing({ insets: [...insetsOf(board), { earth: at(0.5), box: at(2.5) }] })(board)
      : board;
}

export const removeInset =
  (number: number): Change =>
  (board) =>
    changeDrawing({ insets: insetsOf(board).filter((_, n) => n !== number) })(board);

/** A rectangle on the plane. */
export function outlineOf(rectangle: Rectangle, plane: Plane): Box {
  const [west, south, , north] = rectangle;
  const [corner, end] = [
    plane.at({ lon: west, lat: north }),
    plane.at({ lon: west + spanOf(rectangle), lat: south }),
  ];
  return { ...corner, width: end.x - corner.x, height: end.y - corner.y };
}
