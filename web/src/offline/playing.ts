// Playing on this device while the server is away, and handing finished games over when it is back.
import { ask } from "../local/device";
import { rename } from "../local/person";
import { api } from "../lib/api";
import { ApiError, call } from "../lib/request";
import { session } from "../lib/session.svelte";
import { use } from "../lib/transport";
import type { Import, TableInfo, Waiting } from "../lib/types";
import { handed } from "./handed.svelte";
import { forget, noteTables, type Position } from "../lib/position";
import { beside, keepBoard } from "./transport";

export { beside };

/** Milliseconds until a game is offered to the server again. */
const PAUSE = 15_000;

/** A finished game of the worker. */
interface Finished {
  id: string;
  user: string;
  /** The table of the server that it continues, and the version from which. */
  from: string | null;
  version: number;
  body: Import;
}

async function worker<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(method, path, body);
  const found = answer.status === 204 ? null : await answer.json();
  if (answer.ok) return found as T;
  throw new ApiError(found?.error?.code ?? "unknown", found?.error?.message ?? "");
}

/** Load what a game on this device will need, while the server is there. */
export async function prepare(ruleset: string, drawn: boolean, expert: boolean): Promise<void> {
  const path = `/api/offline/${encodeURIComponent(ruleset)}/prepare`;
  await Promise.all([keepBoard(ruleset, drawn), worker("POST", path, { expert })]);
}

/** Continue a game from a position on this device, and return the id of its table. Rejects with ApiError. */
export async function playOn(position: Position): Promise<string> {
  const { observed, table, user } = position;
  rename(position.name);
  const path = `/api/offline/${encodeURIComponent(observed.ruleset)}`;
  const { id } = await worker<TableInfo>("POST", path, { observed, table, user });
  noteTables(true);
  forget(table.id);
  use(beside);
  return id;
}

/** The unfinished tables on this device. */
export const waitingHere = (): Promise<Waiting[]> => worker("GET", "/api/waiting");

let handing: Promise<void> | null = null;
let timer = 0;

/** Hand all finished games over to the server; later, if it is away. */
export function handOver(): Promise<void> {
  clearTimeout(timer);
  handing ??= handAll()
    .catch(() => {
      timer = window.setTimeout(() => void handOver(), PAUSE);
    })
    .finally(() => (handing = null));
  return handing;
}

async function handAll(): Promise<void> {
  await session.load(); // the page may have started without the server
  const { id } = await api.me(); // another tab may have signed somebody else in
  const { left, finished } = await worker<{ left: number; finished: Finished[] }>("GET", "/api/offline");
  if (!left) noteTables(false);
  for (const game of finished) {
    // On a shared device the game waits for its player.
    if (game.user !== id) continue;
    const table = await hand(game);
    await worker("POST", `/api/offline/${game.id}/handed`, { table });
    if (table) handed.tables = { ...handed.tables, [game.id]: table };
  }
}

/** The id of the server's table; null if the server refuses the game, which then stays here. */
async function hand({ body, from, version }: Finished): Promise<string | null> {
  try {
    const { id } = await call("POST /api/records", { body });
    if (from) await endThere(from, version);
    return id;
  } catch (error) {
    const { code } = error as ApiError;
    if (code === "bad_record" || code === "bad_request" || code === "too_many") return null;
    throw error;
  }
}

/** End the game that was continued here, unless it was continued there as well. */
async function endThere(table: string, version: number): Promise<void> {
  const there = await api.table(table).catch(() => null);
  if (there?.state === "playing" && there.version === version)
    await api.agree(table, true).catch(() => undefined);
}
