// Past games: records as files, and games replayed from the beginning as a seat saw them.
import {
  eventsOf,
  Knowledge,
  RecordError,
  recordOf,
  replay,
  viewOf,
  type Engine,
  type Game,
  type GameRecord,
} from "../engine";
import type { Branch, Frame, Frames, GameLog, OpenHand, View } from "../lib/types";
import { Refusal } from "./answers";
import { engineOf } from "./engines";
import {
  newTable,
  infoOf,
  isEditorBoard,
  layoutOf,
  newId,
  localSeats,
  random,
  type StoredTable,
  type StoredSeat,
  type StoredAction,
} from "./storedtable";
import { withSummary, type LocalTable } from "./table";

const ALL = "all";
const NOBODY = "none";
/** The number of frames in a piece; the version of the first one is a multiple of it. */
const CHUNK = 32;
export const MOST_ACTIONS = 5000;

/** A refusal of a file, with the reason. */
export const wrong = (message: string): Refusal => new Refusal("bad_record", message, 422);

/** The engine of a board. Throws Refusal if this site does not have it. */
export const boardOf = (ruleset: string, base: string, board: string | null = null): Promise<Engine> =>
  engineOf(ruleset, base, board).catch((error: unknown) => {
    const missing = error instanceof Refusal && error.code === "not_found";
    throw missing ? wrong("record: it was played on a board that this site does not have") : error;
  });

/** The record of a finished game, with its result if a player left. */
export function record({ game, stored }: LocalTable): GameRecord {
  const ends = stored.ends ?? [];
  return { ...recordOf(game!), ...(ends.some(({ ending }) => ending !== "played") && { result: ends }) };
}

/** A table with the game of a record, and its actions. Throws Refusal with the reason if the record is invalid. */
export async function read(
  given: unknown,
  names: string[],
  base: string,
): Promise<[StoredTable, StoredAction[]]> {
  const { ruleset, board: plain } = (given ?? {}) as Partial<GameRecord>;
  if (typeof ruleset !== "string" || !/^\w+$/.test(ruleset)) throw wrong("record: it names no ruleset");
  const board = plain && isEditorBoard(ruleset) ? JSON.stringify(plain) : null;
  const engine = await boardOf(ruleset, base, board);
  if (((given as Partial<GameRecord>).actions?.length ?? 0) > MOST_ACTIONS)
    throw wrong(`record: more than ${MOST_ACTIONS} actions`);
  let game: Game;
  try {
    game = replay(engine, given);
  } catch (error) {
    throw error instanceof RecordError ? wrong(error.message) : error;
  }
  if (!game.over) throw wrong("record: the game is not over");
  const found = given as GameRecord;
  const id = newId(ruleset);
  const table: StoredTable = {
    id,
    ruleset,
    ...(board !== null && { board }),
    hash: engine.ruleset.hash,
    state: "over",
    created: new Date().toISOString(),
    changed: "",
    seats: Array.from({ length: game.players }, (_, seat) => {
      const end = found.result?.find((one) => one.seat === seat);
      const away = end && end.ending !== "played" && end.ending !== "unfinished" ? end.ending : null;
      return {
        kind: "person" as const,
        name: names[seat] ?? null,
        bot: away && (end?.finisher ?? null),
        away,
        color: seat,
      };
    }),
    look: false,
    comesBack: false,
    standIn: "",
    seed: null,
    key: game.seed!,
    first: found.first,
    version: 0,
    abandoned: false,
    imported: true,
    standing: null,
    ends: null,
    scores: null,
  };
  const lines = game.actions.map(([seat, action], ply): StoredAction => ({
    table: id,
    ply,
    seat,
    action,
    command: null,
  }));
  const done = withSummary(table, game);
  game.release();
  return [done, lines];
}

/**
 * A new table that continues a finished game from one of its versions, with a person in one seat and bots in the
 * others.
 */
export function branch(
  { game, stored }: LocalTable,
  { version, seat, bot }: Branch,
  name: string,
): StoredTable {
  const again = game!.beginning();
  const start = again.state.number("ply");
  if (!(start <= version && version < game!.state.number("ply") && seat in stored.seats))
    throw new Refusal("bad_request", "The game has no such moment.", 400);
  for (const [player, action] of game!.actions.slice(0, version - start))
    again.play(player, again.number(action, player));
  // Deal everything again that the seat could not know, so that having seen the rest of the game is no advantage.
  const world = again.resample(seat, BigInt(`0x${random(8)}`));
  const seats = stored.seats.map(({ color }, number): StoredSeat => {
    const person = number === seat;
    return {
      kind: person ? "person" : "bot",
      name: person ? name : bot,
      bot: person ? null : bot,
      away: null,
      color,
    };
  });
  const begun = { state: world.state.bytes(), layout: layoutOf(world.engine.module) };
  const options = { ...stored, look: false, comesBack: true, standIn: bot };
  const table = withSummary(
    { ...newTable(stored.ruleset, stored.hash, seats, options), state: "playing", begun },
    world,
  );
  for (const one of [again, world]) one.release();
  return table;
}

/** Whose view is shown: that of a seat, of a spectator (`none`), or with all hands open. */
function eyesOf(table: LocalTable, asked: string | null): string {
  const game = table.game;
  if (!game) throw new Refusal("not_started", "The game has not begun yet.");
  const mine = localSeats(table.stored).map(String);
  if (mine.length !== 1) mine.push(NOBODY);
  const eyes = asked ?? (game.over ? (localSeats(table.stored).length ? mine[0]! : ALL) : mine.at(-1)!);
  if (eyes !== ALL && eyes !== NOBODY && !(/^\d+$/.test(eyes) && Number(eyes) < game.players))
    throw new Refusal("bad_request", "This seat does not exist.", 400);
  if (!game.over && !mine.includes(eyes))
    throw new Refusal("not_over", "Until the game is over you can look back only from your own seat.");
  return eyes;
}

const seatOf = (eyes: string): number | null => (eyes === ALL || eyes === NOBODY ? null : Number(eyes));

export function log(table: LocalTable, seat: string | null): GameLog {
  const eyes = eyesOf(table, seat);
  return {
    table: infoOf(table.stored),
    eyes,
    first: firstOf(table, eyes),
    last: table.version,
    log: table.log(seatOf(eyes)),
    changes: table.stored.handed ?? [],
  };
}

/** The first version that may be seen: during a game, what moved face up onto a stack is not shown again (RUL-61). */
function firstOf(table: LocalTable, eyes: string): number {
  const again = table.game!.beginning();
  let known = Knowledge.of(again, seatOf(eyes));
  let first = known.number("ply");
  for (const [seat, action] of table.game!.over ? [] : table.game!.actions) {
    again.play(seat, again.number(action, seat));
    const knows = Knowledge.of(again, seatOf(eyes));
    const [live, later] = [true, false].map((now) => JSON.stringify(eventsOf(known, knows, now)));
    if (live !== later) first = knows.number("ply");
    known = knows;
  }
  again.release();
  return first;
}

export function frames(table: LocalTable, seat: string | null, at: number): Frames {
  const eyes = eyesOf(table, seat);
  const first = firstOf(table, eyes);
  if (!(first <= at && at <= table.version))
    throw new Refusal("bad_request", "You cannot look at this moment of the game.", 400);
  const start = at - (at % CHUNK);
  const found: Frame[] = [];
  const again = table.game!.beginning();
  for (const action of [null, ...table.game!.actions]) {
    if (action) again.play(action[0], again.number(action[1], action[0]));
    const version = again.state.number("ply");
    if (version >= Math.max(first, start) && version < start + CHUNK)
      found.push(frame(again, eyes, table.stored.look));
  }
  again.release();
  return { eyes, frames: found };
}

function frame(game: Game, eyes: string, look: boolean): Frame {
  const view: View = { ...viewOf(Knowledge.of(game, seatOf(eyes)), look), legal: [] };
  const seats = eyes === ALL ? Array.from({ length: game.players }, (_, seat) => seat) : [];
  return { version: view.version, view, hands: seats.map((seat) => hand(game, seat)) };
}

function hand(game: Game, seat: number): OpenHand {
  const seen = Knowledge.of(game, seat);
  return {
    seat,
    hand: seen.counts(seen.row("hand", seat)),
    tickets: seen.tickets(seen.members("tickets", seat)),
    offer: seen.tickets(seen.offerOf(seat)),
  };
}
