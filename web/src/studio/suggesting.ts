// Suggestions for a new route: its length from the distance of its cities, and its color from the other routes.
import type { RouteColor } from "../lib/types";
import { COLORS, endsOf, type Board, type City } from "./model";

/** The distance of two cities in degrees of latitude. */
export const far = (a: City, b: City): number =>
  Math.hypot((a.lon - b.lon) * Math.cos(((a.lat + b.lat) / 2) * (Math.PI / 180)), a.lat - b.lat);

/** The length that suits the distance of two cities, compared with the other routes. */
export function suggestedLength(board: Board, a: City, b: City): number {
  const cities = new Map(board.cities.map((city) => [city.id, city]));
  const units = board.routes.flatMap(({ id, length }) => {
    const [one, other] = endsOf(id).map((end) => cities.get(end));
    return one && other ? far(one, other) / length : [];
  });
  units.sort((one, other) => one - other);
  const span = Math.max(...board.cities.map((city) => Math.max(far(city, a), far(city, b))));
  const unit = units.length >= 3 ? units[units.length >> 1]! : span / 14;
  return Math.min(6, Math.max(1, Math.round(far(a, b) / (unit || 1))));
}

/** The color with the fewest spaces that no neighboring route has. */
export function suggestedColor(board: Board, a: string, b: string): RouteColor {
  const spaces = new Map<RouteColor, number>(COLORS.map((color) => [color, 0]));
  const near = new Map<RouteColor, number>();
  for (const { id, color, length } of board.routes) {
    if (spaces.has(color)) spaces.set(color, spaces.get(color)! + length);
    const ends = endsOf(id);
    if (ends.includes(a) || ends.includes(b)) near.set(color, (near.get(color) ?? 0) + 1);
  }
  const cost = (color: RouteColor): number => (near.get(color) ?? 0) * 1000 + spaces.get(color)!;
  return COLORS.toSorted((one, other) => cost(one) - cost(other))[0]!;
}
