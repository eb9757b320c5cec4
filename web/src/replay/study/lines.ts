// Which chapter of a study a game continues; remembered on this device from the start of the game to its end.

export interface Line {
  table: string;
  study: string;
  chapter: string;
}

const KEY = "whistlestop.lines";
const KEPT = 50;

function all(): Line[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Line[]) : [];
  } catch {
    return []; // without storage, or with invalid data
  }
}

/** Remember that a game continues a chapter. */
export function remember(table: string, { study, chapter }: Omit<Line, "table">): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([{ table, study, chapter }, ...all()].slice(0, KEPT)));
  } catch {
    // The user can still add the game as a separate chapter.
  }
}

/** The chapter that a game continues. */
export const lineOf = (table: string): Line | undefined => all().find((one) => one.table === table);
