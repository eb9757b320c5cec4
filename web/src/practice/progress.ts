// The user's progress in lessons and puzzles, stored in the browser without an account.

const LESSONS = "whistlestop.lessons";
const PUZZLES = "whistlestop.puzzles";
const DAY = 24 * 60 * 60 * 1000;

/** The completed steps, by ruleset. */
export type Lessons = Record<string, string[]>;

export interface Solved {
  /** By puzzle: whether the first answer was right. */
  answers: Record<string, boolean>;
  /** The number of consecutive days with a right first answer to the daily puzzle, and the last of these days. */
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
    // Without storage, progress starts again every time.
  }
}

export const learned = (): Lessons => read<Lessons>(LESSONS, {});

export function learn(ruleset: string, step: string): void {
  const all = learned();
  write(LESSONS, { ...all, [ruleset]: [...new Set([...(all[ruleset] ?? []), step])] });
}

/** The steps that are not done, in the order of the lesson. */
export const unfinished = <S extends { id: string }>(steps: readonly S[], done: ReadonlySet<string>): S[] =>
  steps.filter(({ id }) => !done.has(id));

/** The next unfinished step; if all are done, simply the next one. Undefined: the lesson is over. */
export function nextStep<S extends { id: string }>(
  steps: readonly S[],
  place: number,
  done: ReadonlySet<string>,
): S | undefined {
  const after = steps.slice(place + 1);
  return unfinished(steps, done).length ? unfinished(after, done)[0] : after[0];
}

/** Restart a lesson. */
export function unlearn(ruleset: string): void {
  write(LESSONS, { ...learned(), [ruleset]: [] });
}

/** The date of the daily puzzle, which changes at midnight UTC everywhere. */
export const today = (now = Date.now()): number => Math.floor(now / DAY);

export const solved = (): Solved => read<Solved>(PUZZLES, { answers: {}, streak: 0, best: 0, day: -1 });

/** Record the first answer to a puzzle. Daily puzzles count for the streak. */
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

/** The current streak; it ends if neither yesterday nor today counted. */
export const streakOf = ({ streak, day }: Solved, now = today()): number => (day >= now - 1 ? streak : 0);

/** Whether the user has done a lesson or a puzzle on this device. */
export const practiced = (): boolean =>
  Object.keys(solved().answers).length > 0 || Object.values(learned()).some((steps) => steps.length > 0);
