// Groups of cities that score when a player connects them (docs/board-format.md, MECH-1).
import type { District } from "../lib/board";
import { slug, type Board, type Change, type City } from "./model";
import { far } from "./suggesting";

export type Districts = Record<string, District>;

export const MOST_DISTRICTS = 16;
export const FEWEST_CITIES = 2;
const POINTS = 5;

export const districtsOf = ({ scoring }: Board): Districts => scoring?.districts ?? {};

function withDistricts(board: Board, districts: Districts): Board {
  const { districts: _, ...scoring } = board.scoring ?? {};
  return { ...board, scoring: Object.keys(districts).length ? { ...scoring, districts } : scoring };
}

/** The cities that may belong to a district: border nodes of countries may not. */
export const districtCities = (board: Board): City[] => board.cities.filter(({ country }) => !country);

/**
 * Add a district of two neighboring cities, if possible without a district; null if there are too few cities or too
 * many districts.
 */
export function addDistrict(board: Board, name: string): [Board, string] | null {
  const before = districtsOf(board);
  const cities = districtCities(board);
  if (cities.length < FEWEST_CITIES || Object.keys(before).length >= MOST_DISTRICTS) return null;
  const taken = new Set(Object.values(before).flatMap((one) => one.cities));
  const free = cities.filter(({ id }) => !taken.has(id));
  const first = free[0] ?? cities[0]!;
  const others = (free.length < FEWEST_CITIES ? cities : free).filter((city) => city !== first);
  const [nearest] = others.toSorted((a, b) => far(first, a) - far(first, b));
  const base = slug(name) || "district";
  let id = base;
  for (let n = 2; id in before; n++) id = `${base}_${n}`;
  const district = { name, cities: [first.id, nearest!.id], points: POINTS };
  return [withDistricts(board, { ...before, [id]: district }), id];
}

export const changeDistrict =
  (id: string, change: Partial<District>): Change =>
  (board) => {
    const districts = districtsOf(board);
    return withDistricts(board, { ...districts, [id]: { ...districts[id]!, ...change } });
  };

export const removeDistrict =
  (id: string): Change =>
  (board) => {
    const { [id]: _, ...others } = districtsOf(board);
    return withDistricts(board, others);
  };

/** The districts after a city has changed its id or was removed; districts with fewer than two cities are removed. */
export function movedDistricts(board: Board, id: string, now: string): Partial<Board> {
  const entries = Object.entries(districtsOf(board));
  if (!entries.length) return {};
  const moved = entries.map(([name, district]) => {
    const cities = district.cities.map((city) => (city === id ? now : city)).filter(Boolean);
    return [name, { ...district, cities }] as const;
  });
  const left = moved.filter(([, { cities }]) => cities.length >= FEWEST_CITIES);
  const { scoring } = withDistricts(board, Object.fromEntries(left));
  return { scoring: scoring! };
}
