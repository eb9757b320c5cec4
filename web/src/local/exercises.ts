// Lessons and puzzles without a server: the answers to every action are files.
import type { Exercise, LessonAnswer, PuzzleAnswer } from "../lib/types";
import { Refusal } from "./answers";
import { fileOf, read } from "./files";

/** A puzzle and the answers to its actions (`StoredPuzzle` in static_site.py). */
interface StoredPuzzle extends Pick<PuzzleAnswer, "moves" | "error" | "hint"> {
  exercise: Exercise;
  /** The chances of the actions that have one. */
  chances: Record<string, number>;
  /** The effects of the right actions. */
  played: Record<string, PuzzleAnswer["played"]>;
}

const PUZZLE = /^[/]api[/]puzzles[/](\w+)[/](\w+)$/;

const illegal = (): Refusal => new Refusal("illegal_action", "This is not legal here.");

export async function tryStep(path: string, action: string, base: string): Promise<LessonAnswer> {
  const answers = await read<Record<string, LessonAnswer>>(fileOf(`${path}/answers`)!, base);
  const found = answers[action];
  if (!found) throw illegal();
  return found;
}

export const isPuzzle = (path: string): boolean => PUZZLE.test(path);

/** A puzzle; puzzles whose ids begin alike are in one file. */
async function stored(path: string, base: string): Promise<StoredPuzzle> {
  const [, ruleset, id] = PUZZLE.exec(path)!;
  const all = await read<Record<string, StoredPuzzle>>(fileOf(`/api/puzzles/${ruleset}/${id![0]}`)!, base);
  if (!Object.hasOwn(all, id!)) throw new Refusal("not_found", "This puzzle does not exist.", 404);
  return all[id!]!;
}

export const puzzle = async (path: string, base: string): Promise<Exercise> =>
  (await stored(path, base)).exercise;

export async function tryPuzzle(path: string, action: string, base: string): Promise<PuzzleAnswer> {
  const { exercise, chances, played, ...rest } = await stored(path, base);
  if (!exercise.view.legal.includes(action)) throw illegal();
  return {
    right: action in played,
    chance: chances[action] ?? null,
    ...rest,
    // A wrong move is taken back before it is shown, so the position stays.
    played: played[action] ?? { events: [], view: exercise.view, plan: exercise.plan },
  };
}
