// Lessons and puzzles without a server: the answers to every action are files.
import type { Exercise, LessonAnswer, PuzzleAnswer } from "../lib/types";
import { Refusal } from "./answers";
import { fileOf, read } from "./files";

/** The answers to a puzzle (`PuzzleAnswers` in static_site.py). */
interface PuzzleAnswers extends Pick<PuzzleAnswer, "moves" | "error" | "hint"> {
  /** The chance of each legal action. */
  chances: Record<string, number | null>;
  /** The effects of the right actions. */
  played: Record<string, PuzzleAnswer["played"]>;
}

const illegal = (): Refusal => new Refusal("illegal_action", "This is not legal here.");

export async function tryStep(path: string, action: string, base: string): Promise<LessonAnswer> {
  const answers = await read<Record<string, LessonAnswer>>(fileOf(`${path}/answers`)!, base);
  const found = answers[action];
  if (!found) throw illegal();
  return found;
}

export async function tryPuzzle(path: string, action: string, base: string): Promise<PuzzleAnswer> {
  const { chances, played, ...rest } = await read<PuzzleAnswers>(fileOf(`${path}/answers`)!, base);
  if (!(action in chances)) throw illegal();
  const right = action in played;
  return {
    right,
    chance: chances[action]!,
    ...rest,
    // A wrong move is taken back before it is shown, so the position stays.
    played: played[action] ?? (await unplayed(path, base)),
  };
}

async function unplayed(path: string, base: string): Promise<PuzzleAnswer["played"]> {
  const { view, plan } = await read<Exercise>(fileOf(path)!, base);
  return { events: [], view, plan };
}
