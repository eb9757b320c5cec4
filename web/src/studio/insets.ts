// Insets of a board: boxes with other parts of the earth. Everything is in degrees.
import type { Inset } from "../lib/board";
import type { City } from "./model";

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
