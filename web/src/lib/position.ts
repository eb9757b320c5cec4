// What this browser remembers for when the server is away: its user, the positions of their last games against bots,
// and whether there are tables on this device.
import type { Me, Observed, TableInfo } from "./types";

/** The last decision of a game against bots, from which this device can continue it. */
export interface Position {
  /** The id of the user who owns the game. */
  user: string;
  name: string;
  table: Pick<TableInfo, "id" | "seats" | "comes_back">;
  /** The title of the board. */
  board: string;
  observed: Observed;
  /** When it was kept, in milliseconds since 1970. */
  at: number;
}

const USER = "whistlestop.user";
const MERGED = "whistlestop.merged";
/** Each table has its own key, so that games on several pages do not overwrite each other. */
const POSITION = "whistlestop.position.";
/** The number of games whose positions are kept. */
const MOST = 10;
const TABLES = "whistlestop.local";

/** Values that the browser could not store; they last until the page is closed. */
const unstored = new Map<string, string>();

const known = (): Pick<Me, "id" | "account"> | null => parsed(USER);

/** The id of this browser's user, if known. */
export const user = (): string | null => known()?.id ?? null;

/** Remember the user, and forget the positions of a previous one. */
export function noteUser({ id, account }: Me): void {
  const before = known();
  store(USER, JSON.stringify({ id, account }));
  if (!before || before.id === id) return;
  for (const { table } of positions()) forget(table.id);
  // The server moves everything of a guest to the account that the guest signs in to.
  if (account && !before.account) store(MERGED, JSON.stringify({ from: before.id, to: id }));
}

/** A guest, and the account to which the tables on this device must move. */
export const merged = (): { from: string; to: string } | null => parsed(MERGED);

export const forgetMerged = (): void => store(MERGED, null);

/** Store the position of a game; if there are too many, forget the oldest. */
export function keepPosition(position: Position): void {
  store(POSITION + position.table.id, JSON.stringify(position));
  for (const { table } of positions().slice(MOST)) forget(table.id);
}

/** The position of a game. */
export const position = (table: string): Position | null => parsed(POSITION + table);

/** The positions of all games, newest first. */
export function positions(): Position[] {
  const found = keys().filter((key) => key.startsWith(POSITION));
  return found.flatMap((key): Position[] => parsed(key) ?? []).sort((one, other) => other.at - one.at);
}

/** Forget the position of a game that is over or has been continued here. */
export const forget = (table: string): void => store(POSITION + table, null);

/** Whether this browser may have tables of its own, besides those on the server. */
export const hasTables = (): boolean => read(TABLES) !== null;

export const noteTables = (any: boolean): void => store(TABLES, any ? "1" : null);

function parsed(key: string) {
  try {
    return JSON.parse(read(key) ?? "null");
  } catch {
    return null; // not written by this page
  }
}

function keys(): string[] {
  try {
    return [...new Set([...unstored.keys(), ...Object.keys(localStorage)])];
  } catch {
    return [...unstored.keys()];
  }
}

function read(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

function store(key: string, value: string | null): void {
  unstored.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value !== null) unstored.set(key, value);
  }
}
