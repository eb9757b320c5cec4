// The transport of a page with a server and tables on this device: requests about these tables go to the worker, all
// others to the server.
import { askWorker, WorkerConnection } from "../local/device";
import { published } from "../local/files";
import { server, type Transport } from "../lib/transport";
import { user } from "../lib/position";
import type { Played, Waiting } from "../lib/types";
import { isLocal } from "../lib/localids";

const TABLE = /^[/]api[/](?:tables|games)[/]([^/]+)/;

/** Boards that this page has loaded, for use while the server is away. */
const boards = new Map<string, string>();

/** Load a board now, for a game on this device. */
export async function cacheBoard(ruleset: string, drawn: boolean): Promise<void> {
  const address = `/api/rulesets/${encodeURIComponent(ruleset)}`;
  await Promise.all([board(address), drawn && board(`${address}/board.svg`)]);
}

async function board(path: string, init?: RequestInit): Promise<Response> {
  try {
    const answer = await server.fetch(path, init ?? {});
    if (answer.ok) boards.set(path, await answer.clone().text());
    if (answer.ok || answer.status < 500) return answer;
  } catch (error) {
    if (!boards.has(path)) throw error;
  }
  return new Response(boards.get(path), { status: boards.has(path) ? 200 : 503 });
}

/** A list that combines the server's tables with those on this device. */
async function both<T>(path: string, init: RequestInit, join: (here: T, there: T) => T): Promise<Response> {
  const own = `${path}${path.includes("?") ? "&" : "?"}user=${user()}`;
  const [there, here] = await Promise.all([server.fetch(path, init), askWorker("GET", own, undefined)]);
  if (!there.ok || !here.ok) return there;
  return new Response(JSON.stringify(join(await here.json(), await there.json())));
}

/** Unfinished tables, those on this device first. */
const waiting = (here: Waiting[], there: Waiting[]): Waiting[] => [...here, ...there];

/** Finished games, newest first. */
const played = (here: Played, there: Played): Played => ({
  ...there,
  games: [...here.games, ...there.games].sort((a, b) => b.ended.localeCompare(a.ended)),
});

export const combined: Transport = {
  fetch: async (path, init) => {
    const { pathname, searchParams } = new URL(path, location.origin);
    const key = TABLE.exec(pathname)?.[1];
    if (pathname === "/api/waiting") return both(path, init, waiting);
    if (pathname === "/api/games" && !searchParams.get("before")) return both(path, init, played);
    if (!key || !isLocal(key)) return server.fetch(path, init);
    const file = published(pathname);
    if (file) return board(file, init);
    return askWorker(init.method ?? "GET", path, init.body ? JSON.parse(String(init.body)) : undefined);
  },
  connect: (table, events) =>
    isLocal(table) ? new WorkerConnection(table, events) : server.connect(table, events),
  address: (path) => published(path) ?? path,
};
