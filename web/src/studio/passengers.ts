// Passengers that claims take along: how many there are, and where they stand (docs/board-format.md, GER-7).
import type { Color } from "../lib/types";
import type { Passengers } from "../lib/wholeboard";
import { endsOf, type Board, type Change } from "./model";

/** The maximum number of figures per color and per place. */
export const MOST_FIGURES = 20;
const POINTS = { first: 20, second: 10 };
const USUAL_COLORS: Color[] = ["red", "blue", "green", "yellow", "black", "white"];
/** Figures per place on a new board with passengers. */
const PER_PLACE = 1.5;

/** The board's passengers with all their settings; null if it has none. */
export const passengersOf = ({ passengers }: Board): Passengers | null =>
  passengers ? { each: 0, colors: [], ...POINTS, places: {}, ...passengers } : null;

export const figuresOf = ({ each, colors }: Pick<Passengers, "each" | "colors">): number =>
  each * colors.length;
export const roomOf = ({ places }: Pick<Passengers, "places">): number =>
  Object.values(places).reduce((sum, count) => sum + count, 0);

/** The cities and countries that can have figures, with their names; a country is one place for all its nodes. */
export function placesOf({ cities, countries }: Board): Map<string, string> {
  const named = cities.map(({ id, name, country }): [string, string] =>
    country ? [country, countries?.[country] ?? country] : [id, name],
  );
  return new Map(named.toSorted(([, a], [, b]) => a.localeCompare(b)));
}

/** Distribute figures over the places: one each if there are enough, further ones where most routes end. */
export function spread(board: Board, figures: number): Record<string, number> {
  const place = new Map(board.cities.map(({ id, country }) => [id, country || id]));
  const routes = new Map([...placesOf(board).keys()].map((id) => [id, 0]));
  for (const { id } of board.routes) {
    for (const end of new Set(endsOf(id))) {
      const at = place.get(end);
      if (at !== undefined) routes.set(at, routes.get(at)! + 1);
    }
  }
  const least = figures >= routes.size ? 1 : 0;
  const counts = new Map([...routes.keys()].map((id) => [id, least]));
  const share = (id: string): number => routes.get(id)! / (counts.get(id)! + 1);
  for (let left = figures - least * routes.size; left > 0; left--) {
    const open = [...counts.keys()].filter((id) => counts.get(id)! < MOST_FIGURES);
    if (!open.length) break;
    const next = open.reduce((best, id) => (share(id) > share(best) ? id : best));
    counts.set(next, counts.get(next)! + 1);
  }
  return Object.fromEntries([...counts].filter(([, count]) => count));
}

/** Add passengers to the board, as many as suit it, or remove all of them. */
export const setPassengers =
  (wanted: boolean): Change =>
  (board) => {
    const { passengers: _, ...others } = board;
    if (!wanted) return others;
    const each = Math.ceil((PER_PLACE * placesOf(board).size) / USUAL_COLORS.length);
    const own = { each: Math.min(MOST_FIGURES, Math.max(1, each)), colors: USUAL_COLORS, ...POINTS };
    return { ...board, passengers: { ...own, places: spread(board, own.each * own.colors.length) } };
  };

export const changePassengers =
  (change: Partial<Passengers>): Change =>
  (board) => ({ ...board, passengers: { ...board.passengers!, ...change } });

/** Change the figures at a place; a place without figures is omitted. */
export const putFigures =
  (place: string, count: number): Change =>
  (board) => {
    const { [place]: _, ...others } = passengersOf(board)!.places;
    return changePassengers({ places: count ? { ...others, [place]: count } : others })(board);
  };
