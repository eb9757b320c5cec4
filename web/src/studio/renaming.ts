// Updates everything that refers to a city by its id, after the id has changed or the city was removed.
import { movedDistricts } from "./districts";
import type { Board } from "./model";

/** A table by city ids, after a city has changed its id or was removed. */
function renamedKey<Value>(
  table: Record<string, Value> = {},
  id: string,
  now: string,
): Record<string, Value> {
  const { [id]: found, ...others } = table;
  return found !== undefined && now ? { ...others, [now]: found } : others;
}

/** The figures at a city. */
const movedPassengers = ({ passengers }: Board, id: string, now: string): Partial<Board> =>
  passengers ? { passengers: { ...passengers, places: renamedKey(passengers.places, id, now) } } : {};

/** A city's names in other languages, the side of its name, its districts and its figures refer to its id. */
export function renamedNames(board: Board, id: string, now: string): Partial<Board> {
  const names = board.drawing?.names;
  const drawing = names && { drawing: { ...board.drawing, names: renamedKey(names, id, now) } };
  const others = { ...drawing, ...movedDistricts(board, id, now), ...movedPassengers(board, id, now) };
  if (!board.translations) return others;
  const entries = Object.entries(board.translations as Record<string, { cities?: Record<string, string> }>);
  const translations = entries.map(([language, names]) => {
    return [language, { ...names, cities: renamedKey(names.cities ?? {}, id, now) }] as const;
  });
  return { ...others, translations: Object.fromEntries(translations) };
}
