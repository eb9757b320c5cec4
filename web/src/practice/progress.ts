// How far somebody has come with lessons and puzzles. Kept in the browser; no account is needed.

const LESSONS = "whistlestop.lessons";
const PUZZLES = "whistlestop.puzzles";
const DAY = 24 * 60 * 60 * 1000;

/** The steps that are done, by ruleset. */
export type Lessons = Record<string, string[]>;

export interface Solved {
  /** By puzzle: whether the first answer was right. */
  answers: Record<string, boolean>;
  /** Days in a row with a right first answer to the puzzle of the day, and the last of them. */
  streak: number;
  best: number;
  day: number;
}

function read<T>(key: string, empty: T): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof found === "object" && found !== null ? { ...empty, ...(found as T) } : empty;
  } catch {
    return empty;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing begins again every time.
  }
}

export const learned = (): Lessons => read<Lessons>(LESSONS, {});

export function learn(ruleset: string, step: string): void {
  const all = learned();
  write(LESSONS, { ...all, [ruleset]: [...new Set([...(all[ruleset] ?? []), step])] });
}

/** Begins a lesson again. */
export function unlearn(ruleset: string): void {
  write(LESSONS, { ...learned(), [ruleset]: [] });
}

/** The day of the puzzle, which is the same everywhere: it changes at midnight UTC. */
export const today = (now = Date.now()): number => Math.floor(now / DAY);

export const solved = (): Solved => read<Solved>(PUZZLES, { answers: {}, streak: 0, best: 0, day: -1 });

/** Notes the first answer to a puzzle. Those of the day count for the streak. */
export function solve(puzzle: string, right: boolean, daily: boolean, day = today()): Solved {
  const before = solved();
  if (puzzle in before.answers) return before;
  const answers = { ...before.answers, [puzzle]: right };
  let { streak, best, day: last } = before;
  if (daily) {
    streak = right ? (last === day - 1 ? streak + 1 : 1) : 0;
    best = Math.max(best, streak);
    last = day;
  }
  const after = { answers, streak, best, day: last };
  write(PUZZLES, after);
  return after;
}

/** The streak as it stands: one that was not carried on yesterday or today is over. */
export const streakOf = ({ streak, day }: Solved, now = today()): number => (day >= now - 1 ? streak : 0);
