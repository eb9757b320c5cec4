// Selects the daily puzzle from the list; it is the same for everybody.
import type { PuzzleSet } from "../lib/types";

/** A hash that makes consecutive days differ. */
const STEP = 7919;

export function daily(sets: readonly PuzzleSet[], day: number): { ruleset: string; puzzle: string } | null {
  const filled = sets.filter(({ puzzles }) => puzzles.length > 0);
  const set = filled[day % filled.length];
  const found = set?.puzzles[(Math.floor(day / filled.length) * STEP) % set.puzzles.length];
  return set && found ? { ruleset: set.ruleset, puzzle: found.id } : null;
}
