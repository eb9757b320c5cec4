// Games that are played here while a server is away: continued from a position of one of its tables, and handed over
// when they are finished.
import type { Engine } from "../engine";
import type { Import } from "../lib/types";
import type { Position } from "../lib/position";
import { notHere, Refusal } from "./answers";
import { habits } from "./bots";
import { engineOf, moduleOf } from "./engines";
import {
  newTable,
  layoutOf,
  random,
  type StoredTable,
  type StoredSeat,
  type OfflineAnswer,
} from "./storedtable";
import { record } from "./replays";
import { prepareSearch } from "./search";
import type { Store } from "./store";
import { withSummary, type LocalTable } from "./table";

/** The level for bots that exist only on the server. */
const FALLBACK_LEVEL = "hard";
/** Milliseconds for which a game that the server has accepted is kept here, because a page may show it. */
const KEEP_ACCEPTED = 24 * 60 * 60 * 1000;

/** A game on this device that belongs to a server. */
export interface OfflineGame {
  id: string;
  user: string;
  /** The server's table that it continues, and from which version. */
  from: string | null;
  version: number;
  running: boolean;
  answer: OfflineAnswer | null;
  /** The request to the server with a finished game that the server has not accepted. */
  body: Import | null;
}

export type Continued = Pick<Position, "observed" | "table" | "user">;

export interface Needs {
  kind: string;
  expert: boolean;
}

/** Loads everything that a game with this ruleset will need, and the search if an expert plays. */
export async function prepare(ruleset: string, { kind, expert }: Needs, base: string): Promise<void> {
  await Promise.all([moduleOf(kind, base), engineOf(ruleset, base), habits(kind, base)]);
  if (expert) prepareSearch();
}

/** The table that already continues a position, in whatever state it is: a position is continued only once. */
export async function continuationOf(
  store: Store,
  { observed, table, user }: Continued,
): Promise<StoredTable | undefined> {
  return (await store.list()).find(
    ({ offline, abandoned }) =>
      offline?.from === table.id &&
      offline.version === observed.version &&
      offline.user === user &&
      !abandoned,
  );
}

/** A table with a game that continues from what a seat knows. Everything else is dealt at random. */
export async function continued({ observed, table, user }: Continued, base: string): Promise<StoredTable> {
  const engine = await engineOf(observed.ruleset, base);
  const known = await habits(engine.ruleset.kind, base);
  const observation = observationOf(engine, observed.bytes);
  const seats = table.seats.map(({ kind, name, bot, character, color }): StoredSeat => {
    const person = kind === "person";
    const level = bot && (bot === "expert" || bot in known) ? bot : FALLBACK_LEVEL;
    return {
      kind: person ? "person" : "bot",
      name: person ? name : level,
      bot: person ? null : level,
      character: person ? null : (character ?? null),
      away: null,
      color: color ?? 0,
    };
  });
  const game = engine.sample(observation, BigInt(`0x${random(8)}`));
  const begun = { state: game.state.bytes(), layout: layoutOf(engine.module) };
  const options = { look: observed.look, comesBack: table.comes_back ?? true, standIn: FALLBACK_LEVEL };
  const made = newTable(observed.ruleset, engine.ruleset.hash, seats, options);
  const offline = { user, from: table.id, version: observed.version, answer: null };
  const stored = withSummary({ ...made, state: "playing", begun, offline }, game);
  game.release();
  return stored;
}

/** The bytes of an observation. If the page is older than the server, their layouts may differ. */
export function observationOf(engine: Engine, bytes: string | null): Uint8Array {
  const observation = Uint8Array.from(atob(bytes ?? ""), (byte) => byte.charCodeAt(0));
  if (observation.length !== engine.seen.layout.size) throw notHere();
  return observation;
}

/** The games for the server. Deletes those that are no longer needed. */
export async function games(store: Store, use: (id: string) => Promise<LocalTable>): Promise<OfflineGame[]> {
  const found: OfflineGame[] = [];
  for (const { id, state, abandoned, offline } of await store.list()) {
    if (!offline) continue;
    const { user, from, version, answer } = offline;
    const old = answer?.table && Date.now() - Date.parse(answer.at) > KEEP_ACCEPTED;
    if (old || (abandoned && state === "over")) {
      await store.remove(id);
      continue;
    }
    const wanted = state === "over" && !answer?.table;
    // A game that was begun with the rules of an older version may be unreadable.
    const body = wanted ? (offline.body ?? (await storeBody(id, use).catch(() => null))) : null;
    found.push({ id, user, from, version, running: state === "playing", answer, body });
  }
  return found;
}

async function storeBody(id: string, use: (id: string) => Promise<LocalTable>): Promise<Import> {
  const table = await use(id);
  const body = bodyOf(table);
  await table.change((stored) => ({ ...stored, offline: stored.offline && { ...stored.offline, body } }));
  return body;
}

function bodyOf(table: LocalTable): Import {
  const { id, seats, offline, handed = [] } = table.stored;
  // Of several changes at the same moment, only the last has an effect.
  const changes = handed.filter(({ version }, at) => handed[at + 1]?.version !== version);
  return {
    record: { ...record(table) },
    offline: {
      id,
      user: offline!.user,
      seats: seats.map(({ kind, bot, character, color }) =>
        kind === "person" ? { color } : { bot, character: character ?? null, color },
      ),
      changes,
    },
  };
}

/** The table with the server's answer to its game. */
export function withAnswer(stored: StoredTable, answer: OfflineAnswer): StoredTable {
  const { offline } = stored;
  if (!offline) throw new Refusal("bad_request", "This game was not played for a server.", 400);
  return { ...stored, offline: { ...offline, answer } };
}

/** Whether a table is in the lists of a user. Tables of a static site belong to everybody. */
export const isListed = ({ offline, abandoned }: StoredTable, user: string | null): boolean =>
  !offline || (offline.user === user && !offline.answer?.table && !abandoned);

/** The data for another game of the same user, which continues no server table. */
export const unsent = ({ offline }: StoredTable): StoredTable["offline"] =>
  offline ? { user: offline.user, from: null, version: 0, answer: null } : null;
