// What this browser remembers for times without the server: the position of the last game against bots, and whether there
// are tables on this device.
import type { Observed, TableInfo } from "./types";

/** The last decision of a game against bots, from which this device can continue it. */
export interface Position {
  /** The id of the user, to whom the game belongs. */
  user: string;
  name: string;
  table: Pick<TableInfo, "id" | "seats" | "comes_back">;
  /** The title of the board. */
  board: string;
  observed: Observed;
}

const POSITION = "whistlestop.position";
const TABLES = "whistlestop.local";

let latest: Position | null = null;

export function keepPosition(position: Position): void {
  latest = position;
  store(POSITION, JSON.stringify(position));
}

/** The last position, if it is of this table. */
export function position(table?: string): Position | null {
  try {
    latest ??= JSON.parse(localStorage.getItem(POSITION) ?? "null");
  } catch {
    // Then only what this page has seen counts.
  }
  return table === undefined || latest?.table.id === table ? latest : null;
}

/** Forget the position of a game that is over. */
export function forget(table: string): void {
  if (!position(table)) return;
  latest = null;
  store(POSITION, null);
}

/** Whether this browser may have tables of its own beside those of the server. */
export function hasTables(): boolean {
  try {
    return localStorage.getItem(TABLES) !== null;
  } catch {
    return false;
  }
}

export const noteTables = (any: boolean): void => store(TABLES, any ? "1" : null);

function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // It is known until the page is closed.
  }
}
