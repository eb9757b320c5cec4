// All games of this device in one file, for import by another browser. A game is its setup and its actions: the import
// replays it once, and refuses games that could not have happened.
import { Knowledge, viewOf, WhistlestopError, type Engine, type Game } from "../engine";
import { dealKey } from "../fairness/commitment";
import { fromHex, sha256, toHex } from "../fairness/sha256";
import type { Loaded, RefusedGame } from "../lib/saved";
import { Refusal } from "./answers";
import { habits } from "./bots";
import {
  endsOf,
  infoOf,
  layoutOf,
  type StoredTable,
  type StoredSeat,
  type StoredAction,
} from "./storedtable";
import { boardOf, MOST_ACTIONS, wrong } from "./replays";
import type { Store } from "./store";
import { refusalOf } from "./refusals";
import { withSummary } from "./table";

const FORMAT = 1;
const LONGEST_NAME = 100;
const AWAY = [null, "left", "removed", "time"];

interface SavedGame extends Omit<
  StoredTable,
  "state" | "version" | "standing" | "ends" | "scores" | "begun" | "offline"
> {
  /** The state in base64, with a hash, because nothing else in the game would reveal that it is damaged. */
  begun: { state: string; layout: string; digest: string } | null;
  actions: [seat: number, action: string][];
}

export interface SavedGames {
  whistlestop: "games";
  format: number;
  games: SavedGame[];
}

/** All games that have begun, except those for a server. */
export async function save(store: Store): Promise<SavedGames> {
  const games: SavedGame[] = [];
  for (const stored of await store.list()) {
    if (stored.offline || stored.state === "open") continue;
    const {
      state: _,
      version: _v,
      standing: _s,
      ends: _e,
      scores: _p,
      offline: _o,
      begun,
      ...setup
    } = stored;
    const actions = (await store.actions(stored.id)).map(({ seat, action }): [number, string] => [
      seat,
      action,
    ]);
    games.push({
      ...setup,
      begun: begun
        ? {
            state: btoa(String.fromCharCode(...begun.state)),
            layout: begun.layout,
            digest: toHex(sha256(begun.state)),
          }
        : null,
      actions,
    });
  }
  return { whistlestop: "games", format: FORMAT, games };
}

/**
 * Imports the games of a file that are not here yet, and further moves of those that are. Calls `changed` for each game
 * that got moves. Throws Refusal if it is not such a file.
 */
export async function load(
  store: Store,
  given: unknown,
  base: string,
  changed: (id: string) => Promise<void>,
): Promise<Loaded> {
  const file = given as Partial<SavedGames> | null;
  if (file?.whistlestop !== "games" || !Array.isArray(file.games))
    throw wrong("games: this is not a file with saved games");
  if (file.format !== FORMAT) throw wrong("games: the file was made by another version of the site");
  const loaded: Loaded = { added: 0, advanced: 0, known: 0, playing: [], refused: [] };
  for (const [place, game] of file.games.entries()) {
    try {
      const [made, table] = await loadGame(store, game, base);
      loaded[made]++;
      if (table.state === "playing") loaded.playing.push(infoOf(table));
      if (made === "advanced") await changed(game.id);
    } catch (error) {
      loaded.refused.push(refused(place + 1, game, refusalOf(error)));
    }
  }
  return loaded;
}

function refused(place: number, game: unknown, { code, message }: Refusal): RefusedGame {
  const { ruleset, created, seats } = (game ?? {}) as Record<string, unknown>;
  return {
    place,
    ruleset: isText(ruleset) ? ruleset : null,
    created: isDate(created) ? created : null,
    seats: Array.isArray(seats) ? seats.filter(isSeat) : [],
    code,
    message,
  };
}

async function loadGame(
  store: Store,
  given: unknown,
  base: string,
): Promise<["added" | "advanced" | "known", StoredTable]> {
  const saved = checked(given);
  const lines = saved.actions.map(([seat, action], ply): StoredAction => ({
    table: saved.id,
    ply,
    seat,
    action,
    command: null,
  }));
  const here = (await store.table(saved.id)) ?? (await twin(store, saved, lines));
  if (here && here.key !== saved.key) throw wrong("game: another game has its id");
  const known = here ? (await store.actions(here.id)).length : 0;
  if (here && (here.id !== saved.id || here.state === "over" || lines.length <= known))
    return ["known", here];
  const table = await replayed(saved, base);
  await store.put(table, ...lines.slice(known));
  return [here ? "advanced" : "added", table];
}

/** The table with the same game. Records have no ids, and each import creates a new one. */
export async function twin(
  store: Store,
  { ruleset, hash, key }: Pick<StoredTable, "ruleset" | "hash" | "key">,
  lines: StoredAction[],
): Promise<StoredTable | undefined> {
  for (const stored of await store.list()) {
    if (stored.offline || stored.ruleset !== ruleset || stored.hash !== hash || stored.key !== key) continue;
    const played = await store.actions(stored.id);
    const same = ({ seat, action }: StoredAction, ply: number) =>
      lines[ply]!.seat === seat && lines[ply]!.action === action;
    if (played.length === lines.length && played.every(same)) return stored;
  }
  return undefined;
}

/** The table of a saved game, after all its actions. Throws Refusal. */
async function replayed({ actions, begun, ...setup }: SavedGame, base: string): Promise<StoredTable> {
  const engine = await boardOf(setup.ruleset, base, setup.board ?? null);
  const [least, most] = engine.ruleset.players;
  if (setup.seats.length < least || setup.seats.length > most) throw wrong("game: wrong number of seats");
  const stored: StoredTable = {
    ...setup,
    state: "playing",
    ...(begun && { begun: { state: bytesOf(begun.state), layout: begun.layout } }),
    version: 0,
    standing: null,
    ends: null,
    scores: null,
  };
  if (stored.hash !== engine.ruleset.hash || (begun && begun.layout !== layoutOf(engine.module)))
    throw new Refusal("old_rules", "This game was begun with other rules than this version has.", 410);
  if (begun && !fits(stored.begun!.state, begun.digest, engine))
    throw wrong("game: the position in which it began is damaged");
  const game = stored.begun
    ? engine.gameFrom(stored.begun.state)
    : engine.newGame(stored.seats.length, fromHex(stored.key), stored.first);
  try {
    if (game.players !== stored.seats.length) throw wrong("game: wrong number of seats");
    playAll(game, actions);
    const table = { ...withSummary(stored, game), changed: stored.changed };
    if (table.state === "over") return table;
    if (stored.abandoned) return { ...table, state: "over", ends: endsOf(null, stored.seats) };
    if (stored.imported || !stored.seed) throw wrong("game: it has no end");
    await checkBots(stored, engine.ruleset.kind, base);
    return table;
  } finally {
    game.release();
  }
}

const fits = (state: Uint8Array, digest: string, engine: Engine): boolean =>
  state.length === engine.module.layout.state.size && toHex(sha256(state)) === digest;

function playAll(game: Game, actions: SavedGame["actions"]): void {
  for (const [ply, [seat, text]] of actions.entries()) {
    try {
      game.play(seat, game.number(text, seat));
    } catch (error) {
      const known = error instanceof WhistlestopError || error instanceof RangeError;
      throw known ? wrong(`game: action ${ply + 1}, seat ${seat}: ${error.message}`) : error;
    }
  }
  viewOf(Knowledge.of(game, null));
}

/** An unfinished game needs bots that this site has. */
async function checkBots({ seats, standIn }: StoredTable, game: string, base: string): Promise<void> {
  const levels = await habits(game, base);
  const wanted = [standIn, ...seats.flatMap(({ kind, bot }) => (kind === "bot" ? [bot ?? ""] : []))];
  const missing = wanted.find((bot) => bot !== "expert" && !Object.hasOwn(levels, bot));
  if (missing !== undefined) throw wrong("game: this site has no such bot");
}

const bytesOf = (text: string): Uint8Array => {
  try {
    return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  } catch {
    throw wrong("game: the position in which it began is damaged");
  }
};

const isText = (value: unknown): value is string => typeof value === "string";
const isDate = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value));
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isKey = (value: unknown): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isBelow = (value: unknown, end: number, least = 0): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) < end;
const isName = (value: unknown): boolean => value === null || (isText(value) && value.length <= LONGEST_NAME);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isSeat(value: unknown): value is StoredSeat {
  if (!isObject(value)) return false;
  const { kind, name, bot, character = null, away, color } = value;
  return (
    (kind === "person" || kind === "bot") &&
    isName(name) &&
    isName(bot) &&
    isName(character) &&
    AWAY.includes(away as string | null) &&
    isBelow(color, 5)
  );
}

const isChange = (value: unknown): boolean =>
  isObject(value) && isBelow(value.version, MOST_ACTIONS + 1) && isBelow(value.seat, 5) && isName(value.bot);

const CHECKS: Record<keyof SavedGame, (value: unknown) => boolean> = {
  id: (value) => isText(value) && /^\w+-[0-9a-f]{16}$/.test(value),
  ruleset: (value) => isText(value) && /^\w+$/.test(value),
  board: (value) => value === undefined || isText(value),
  editor: (value) => value === undefined || isText(value),
  hash: isText,
  created: isDate,
  changed: isDate,
  seats: (value) =>
    Array.isArray(value) &&
    value.every(isSeat) &&
    new Set(value.map(({ color }: StoredSeat) => color)).size === value.length,
  look: isFlag,
  comesBack: isFlag,
  standIn: isName,
  handed: (value) => value === undefined || (Array.isArray(value) && value.every(isChange)),
  seed: (value) => value === null || isKey(value),
  key: isKey,
  first: (value) => isBelow(value, 5, -1),
  abandoned: isFlag,
  imported: isFlag,
  begun: (value) =>
    value === null || (isObject(value) && [value.state, value.layout, value.digest].every(isText)),
  actions: (value) =>
    Array.isArray(value) &&
    value.length <= MOST_ACTIONS &&
    value.every((one) => Array.isArray(one) && one.length === 2 && isBelow(one[0], 5) && isText(one[1])),
};

/** A saved game whose fields are valid one by one. Throws Refusal. */
function checked(given: unknown): SavedGame {
  if (!isObject(given)) throw wrong("game: it must be an object");
  const game = Object.fromEntries(
    Object.entries(CHECKS).map(([name, check]) => {
      if (!check(given[name])) throw wrong(`game: ${name} is missing or invalid`);
      return [name, given[name]];
    }),
  ) as unknown as SavedGame;
  const { id, key, ruleset, seats, seed } = game;
  if (!id.startsWith(`${ruleset}-`)) throw wrong("game: its id does not fit the ruleset");
  if (
    seed !== null &&
    toHex(
      dealKey(
        seed,
        seats.map(() => null),
      ),
    ) !== key
  )
    throw wrong("game: its seed and its key do not fit");
  return game;
}
