// Playing on this device while the server is away, and sending finished games to it when it is back.
import { askWorker } from "../local/device";
import type { OfflineAnswer } from "../local/storedtable";
import type { Needs, OfflineGame } from "../local/offline";
import { rename } from "../local/person";
import { api } from "../lib/api";
import { persistence } from "../lib/persistence.svelte";
import { ApiError, call } from "../lib/request";
import { session } from "../lib/session.svelte";
import { setTransport } from "../lib/transport";
import type { Import, TableInfo, Waiting } from "../lib/types";
import { games } from "./games.svelte";
import { forget, forgetMerged, merged, noteTables, user, type Position } from "../lib/position";
import { combined, cacheBoard } from "./transport";

export { combined };

/** Milliseconds until games are offered to the server again: initially, and at most. */
const PAUSE = 15_000;
const LONGEST = 10 * 60_000;
/** The server does not accept such a game now. It may do so later, because its rules and limits change. */
const REFUSED = new Set(["bad_record", "bad_request", "too_many"]);
/** Milliseconds until a refused game is offered again. */
const RETRY_REFUSED = 24 * 60 * 60 * 1000;
/** After these errors, the same request may succeed later. */
const PASSING = new Set(["network", "overloaded", "rate_limited"]);

async function worker<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await askWorker(method, path, body);
  const found = answer.status === 204 ? null : await answer.json();
  if (answer.ok) return found as T;
  throw new ApiError(found?.error?.code ?? "unknown", found?.error?.message ?? "");
}

/** While the server is available, load everything that a game on this device will need. */
export async function prepare(ruleset: string, drawn: boolean, needs: Needs): Promise<void> {
  const path = `/api/offline/${encodeURIComponent(ruleset)}/prepare`;
  await Promise.all([cacheBoard(ruleset, drawn), worker("POST", path, needs)]);
}

/** Continue a game from a position on this device, and return the id of the new table. Rejects with ApiError. */
export async function continueOnDevice(position: Position): Promise<string> {
  const { observed, table, user: player } = position;
  rename(position.name);
  const path = `/api/offline/${encodeURIComponent(observed.ruleset)}`;
  const { id } = await worker<TableInfo>("POST", path, { observed, table, user: player });
  noteTables(true);
  forget(table.id);
  setTransport(combined);
  await refreshGames();
  return id;
}

/** Read the games of this device; the worker stores the records of finished ones. */
async function refreshGames(): Promise<void> {
  games.all = await worker<OfflineGame[]>("GET", "/api/offline");
}

/** The unfinished tables of the user on this device. */
export const waitingHere = (): Promise<Waiting[]> => worker("GET", `/api/waiting?user=${user()}`);

let uploading: Promise<void> | null = null;
/** Whether a game may have ended since the last check. */
let requested = false;
let timer = 0;
let pause = PAUSE;

/** Send all finished games to the server; if it is away, later. */
export function uploadGames(): Promise<void> {
  clearTimeout(timer);
  requested = true;
  uploading ??= uploadRequested();
  return uploading;
}

async function uploadRequested(): Promise<void> {
  try {
    while (requested) {
      requested = false;
      await uploadAll();
    }
    pause = PAUSE;
  } catch (error) {
    timer = window.setTimeout(() => void uploadGames(), pause);
    // Retry refusals at growing intervals, lost connections at a constant one.
    pause = (error as ApiError).code === "network" ? PAUSE : Math.min(2 * pause, LONGEST);
  }
  uploading = null;
}

/** Rejects if a game must be sent again. */
async function uploadAll(): Promise<void> {
  // First, because this stores the records: a later version of the page might not be able to read the games.
  await refreshGames();
  if (!games.all.length && persistence.lasting) noteTables(false); // otherwise some may be unreadable
  await session.load(); // the page may have started without the server
  const { id } = await api.me(); // another tab may have signed in a different user
  const gift = merged();
  if (gift) {
    await worker("POST", "/api/offline", gift);
    forgetMerged();
  }
  let problem: ApiError | null = null;
  for (const game of games.all) {
    const { user, body, answer } = game;
    if (!body || (answer && Date.now() - Date.parse(answer.at) < RETRY_REFUSED)) continue;
    // On a shared device, a game waits for its own player.
    if ((user === gift?.from ? gift.to : user) !== id) continue;
    try {
      await upload(game, body, id);
    } catch (error) {
      problem = error as ApiError;
      if (problem.code === "network") break;
    }
  }
  if (problem) throw problem;
}

async function upload({ id, from, version }: OfflineGame, body: Import, player: string): Promise<void> {
  const offline = body.offline && { ...body.offline, user: player };
  const at = new Date().toISOString();
  const answer = await call("POST /api/records", { body: { ...body, offline } }).then(
    ({ id: table }): OfflineAnswer => ({ at, table }),
    (error: ApiError): OfflineAnswer => {
      if (REFUSED.has(error.code)) return { at, refused: error.code };
      throw error;
    },
  );
  if (answer.table && from) await endOnServer(from, version);
  await worker("POST", `/api/offline/${id}/answer`, answer);
  games.all = games.all.map((one) => (one.id === id ? { ...one, answer } : one));
}

/** End the server's game that was continued here, unless it was continued there as well. */
async function endOnServer(table: string, version: number): Promise<void> {
  const there = await api.table(table).catch(unlessPassing);
  if (there?.state === "playing" && there.version === version)
    await api.agree(table, true).catch(unlessPassing);
}

function unlessPassing(error: ApiError): null {
  if (PASSING.has(error.code)) throw error;
  return null;
}
