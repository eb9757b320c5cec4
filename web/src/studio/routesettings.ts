// Settings of single routes, which refer to them by their ids: the numbers of players for which a route is in play
// (MECH-3), crosses, cards in place of others, and small trains (MECH-7).
import type { Board, Change, Route } from "./model";

/** The small trains of each player when the first route takes them. */
const FEWEST_SMALL = 5;
const SECTIONS = ["in_play", "mountains", "substitutes"] as const;

/** The settings of routes after a change of the table. `rows`: each old row with the new row, or null. */
export function movedSettings(
  board: Board,
  rows: readonly (readonly [Route, Route | null])[],
): Partial<Board> {
  const moved = new Map(rows.flatMap(([old, now]) => (now ? [[old.id, now.id] as const] : [])));
  const found = SECTIONS.flatMap((name) => {
    const section = board[name];
    if (!section?.routes) return [];
    const routes = Object.entries(section.routes as Record<string, unknown>).flatMap(([id, value]) =>
      moved.has(id) ? [[moved.get(id)!, value] as const] : [],
    );
    return [[name, { ...section, routes: Object.fromEntries(routes) }] as const];
  });
  const { small_trains } = board;
  const small = small_trains?.routes?.flatMap((id) => moved.get(id) ?? []);
  return { ...Object.fromEntries(found), ...(small && { small_trains: { ...small_trains, routes: small } }) };
}

/** Whether a route takes small trains (MECH-7). */
export const takesSmall = ({ small_trains }: Board, id: string): boolean =>
  small_trains?.routes?.includes(id) ?? false;

/** Let a route take small trains, or others. The first one gives each player some; without the last one, none. */
export const changeSmall =
  (id: string, small: boolean): Change =>
  (board) => {
    const { small_trains, ...rest } = board;
    const others = small_trains?.routes?.filter((one) => one !== id) ?? [];
    if (!small && !others.length) return rest;
    const count = small_trains?.count || Math.max(FEWEST_SMALL, rowOf(board, id)?.length ?? 0);
    return { ...rest, small_trains: { count, routes: small ? [...others, id].sort() : others } };
  };

const rowOf = ({ routes }: Board, id: string): Route | undefined => routes.find((one) => one.id === id);

const allNumbers = ({ players: { min, max } }: Board): number[] =>
  Array.from({ length: Math.max(0, max - min + 1) }, (_, n) => min + n);

/** The numbers of players for which a route is in play, out of all those of the board. */
export const inPlay = (board: Board, id: string): number[] =>
  board.in_play?.routes?.[id] ?? allNumbers(board);

/** Put a route in play, or out of play, for a number of players. */
export const changeInPlay =
  (id: string, players: number, used: boolean): Change =>
  (board) => {
    const others = inPlay(board, id).filter((one) => one !== players);
    const numbers = used ? [...others, players].sort((a, b) => a - b) : others;
    return fittedInPlay({ ...board, in_play: { routes: { ...board.in_play?.routes, [id]: numbers } } });
  };

/** The board without numbers of players that it does not support, and without routes that are always in play. */
export function fittedInPlay(board: Board): Board {
  if (!board.in_play) return board;
  const all = allNumbers(board);
  const { in_play, ...rest } = board;
  const routes = Object.entries(in_play.routes ?? {}).flatMap(([id, numbers]) => {
    const left = numbers.filter((one) => all.includes(one));
    return left.length && left.length < all.length ? [[id, left] as const] : [];
  });
  return routes.length ? { ...rest, in_play: { routes: Object.fromEntries(routes) } } : rest;
}
