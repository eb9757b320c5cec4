// The content of a ticket picture: the part of the board around its places, and the shortest path between them.
import type { Point, Size } from "../../../board/camera";
import { cityKey, type Drawing } from "../../../board/drawing";
import { placeOf } from "../../../board/geometry";
import type { Names } from "../../../lib/names";
import type { RouteColor, RouteInfo } from "../../../lib/types";
import type { Ticket } from "../../../lib/views";

/** The smallest visible size in board units, and the factor for the distance of the places. */
const LEAST = 330;
const MARGIN = { x: 1.4, y: 1.5 };
/** The size of a picture before it is measured, in pixels: strokes have the same width at every scale. */
export const USUAL: Size = { width: 150, height: 70 };
/** The corner at the top left that the label of the ticket covers, and the space for an end, in pixels. */
const LABEL = 34;
const END = 10;
const APART = 24;

export interface Picture {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Board units per pixel. */
  unit: number;
  tracks: { path: string; color: RouteColor }[];
  ends: Point[];
  peaks: { href: string; at: Point }[];
}

type Box = Pick<Picture, "x" | "y" | "width" | "height">;

export function pictureOf(
  { from, to }: Pick<Ticket, "from" | "to">,
  routes: readonly RouteInfo[],
  names: Names,
  drawing: Drawing,
  size = USUAL,
): Picture | null {
  const routesOnPaths = to.flatMap(
    (place) => cheapestPath(names.citiesOf(from), names.citiesOf(place), routes) ?? [],
  );
  const known = [...new Map(routesOnPaths.map((route) => [route.id, route])).values()];
  const cities = known.flatMap(({ a, b }) => [a, b]);
  const places = new Set(names.endsOf({ from, to }));
  const at = (some: string[]) => some.flatMap((city) => drawing.points.get(cityKey(city)) ?? []);
  const points = at(cities);
  if (!points.length) return null;
  const ends = at([...new Set(cities)].filter((city) => places.has(city)));
  const box = frame(points, ends, drawing.size, size);
  const tracks = known.flatMap((route) => {
    const path = drawing.routes.get(route.id)?.querySelector(".track")?.getAttribute("d");
    return path ? [{ path, color: route.color }] : [];
  });
  return { ...box, tracks, ends, peaks: peaks(drawing, box) };
}

/** The cheapest path between two of these cities; by default the one with the fewest spaces. */
export function cheapestPath(
  from: readonly string[],
  to: readonly string[],
  routes: readonly RouteInfo[],
  cost: (route: RouteInfo) => number = ({ length }) => length,
): RouteInfo[] | null {
  const reached = new Map<string, { far: number; path: RouteInfo[] }>(
    from.map((city) => [city, { far: 0, path: [] }]),
  );
  const done = new Set<string>();
  for (;;) {
    const [city, here] =
      [...reached].filter(([one]) => !done.has(one)).sort(([, a], [, b]) => a.far - b.far)[0] ?? [];
    if (!city || !here) return null;
    if (to.includes(city)) return here.path;
    done.add(city);
    for (const route of routes) {
      if (route.a !== city && route.b !== city) continue;
      const next = route.a === city ? route.b : route.a;
      const far = here.far + cost(route);
      if (far < (reached.get(next)?.far ?? Infinity)) reached.set(next, { far, path: [...here.path, route] });
    }
  }
}

/**
 * The part of the board around some points in a picture of this size in pixels. It is limited to the board, because
 * nothing is drawn outside, unless the label would cover an end there.
 */
export function frame(points: readonly Point[], ends: readonly Point[], board: Size, size: Size) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const shape = size.width / size.height;
  const wide = Math.max(LEAST, (right - left) * MARGIN.x, (bottom - top) * MARGIN.y * shape);
  /** If the view is larger than the board, center the board in it. */
  const within = (from: number, most: number) => (most < 0 ? most / 2 : Math.min(Math.max(from, 0), most));
  const view = (width: number) => ({
    x: within((left + right - width) / 2, board.width - width),
    y: within((top + bottom - width / shape) / 2, board.height - width / shape),
    width,
    height: width / shape,
    unit: width / size.width,
  });
  const usual = view(wide);
  const covered = ({ x, y, unit }: Omit<Picture, "tracks" | "ends" | "peaks">) =>
    ends.filter((end) => end.x < x + LABEL * unit && end.y < y + LABEL * unit);
  if (!covered(usual).length) return usual;
  const share = Math.min(0.5, (LABEL + END) / size.width);
  const wider = view(Math.max(wide, (right - left) / (1 - share)));
  const beside = covered(wider).map(({ x }) => x - LABEL * wider.unit);
  return { ...wider, x: Math.min(wider.x, ...beside) };
}

/** The part of a picture beyond the board, where nothing is drawn, as an even-odd path; null if there is none. */
export function beyond({ x, y, width, height }: Box, board: Size): string | null {
  const inside = x >= 0 && y >= 0 && x + width <= board.width && y + height <= board.height;
  return inside ? null : `M${x} ${y}h${width}v${height}h${-width}zM0 0H${board.width}V${board.height}H0z`;
}

/** The distinguishable mountains in this part of the board. */
function peaks(
  drawing: Drawing,
  { x, y, width, height, unit }: Omit<Picture, "tracks" | "ends" | "peaks">,
): Picture["peaks"] {
  const seen: Picture["peaks"] = [];
  for (const element of drawing.svg.querySelectorAll(".mountains use")) {
    const at = placeOf(element);
    const inside = at.x > x && at.x < x + width && at.y > y && at.y < y + height;
    const free = seen.every((one) => Math.hypot(one.at.x - at.x, one.at.y - at.y) > APART * unit * 0.7);
    if (inside && free) seen.push({ href: element.getAttribute("href")!, at });
  }
  return seen;
}
