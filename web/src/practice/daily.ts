// Which puzzle is that of a day: the same for everybody, from the list alone.
import type { PuzzleSet } from "../lib/types";

/** A number that makes neighboring days unlike each other. */
const STEP = 7919;

export function daily(sets: readonly PuzzleSet[], day: number): { ruleset: string; puzzle: string } | null {
  const filled = sets.filter(({ puzzles }) => puzzles.length > 0);
  const set = filled[day % filled.length];
  const found = set?.puzzles[(Math.floor(day / filled.length) * STEP) % set.puzzles.length];
  return set && found ? { ruleset: set.ruleset, puzzle: found.id } : null;
}
