// What this browser remembers for times without the server: its user, the position of their last game against bots, and
// whether there are tables on this device.
import type { Me, Observed, TableInfo } from "./types";

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

const USER = "whistlestop.user";
const MERGED = "whistlestop.merged";
const POSITION = "whistlestop.position";
const TABLES = "whistlestop.local";

/** Values that the browser did not store, until the page is closed. */
const unstored = new Map<string, string>();

const known = (): Pick<Me, "id" | "account"> | null => parsed(USER);

/** The id of the browser's user, as far as it is known. */
export const user = (): string | null => known()?.id ?? null;

/** Note who the user is. The last position of another user is forgotten. */
export function noteUser({ id, account }: Me): void {
  const before = known();
  store(USER, JSON.stringify({ id, account }));
  if (!before || before.id === id) return;
  store(POSITION, null);
  // The server gives everything of a guest to the account that the guest signs in to.
  if (account && !before.account) store(MERGED, JSON.stringify({ from: before.id, to: id }));
}

/** A guest, and the account that the tables on this device have to follow. */
export const merged = (): { from: string; to: string } | null => parsed(MERGED);

export const forgetMerged = (): void => store(MERGED, null);

export function keepPosition(position: Position): void {
  store(POSITION, JSON.stringify(position));
}

/** The last position, if it is of this table. */
export function position(table?: string): Position | null {
  const kept: Position | null = parsed(POSITION);
  return table === undefined || kept?.table.id === table ? kept : null;
}

/** Forget the position of a game that is over. */
export function forget(table: string): void {
  if (position(table)) store(POSITION, null);
}

/** Whether this browser may have tables of its own beside those of the server. */
export const hasTables = (): boolean => read(TABLES) !== null;

export const noteTables = (any: boolean): void => store(TABLES, any ? "1" : null);

function parsed(key: string) {
  try {
    return JSON.parse(read(key) ?? "null");
  } catch {
    return null; // not written by this page
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
