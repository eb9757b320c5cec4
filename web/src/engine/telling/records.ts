// The record of a game: a header and a list of actions. A game is its record (docs/notation.md).

import type { SeatEnd } from "../../lib/types";
import { RecordError, short, WhistlestopError } from "../errors";
import type { Engine, Game } from "../game";
import { factsOf, Knowledge } from "./knowledge";
import { checksumOf, deterministic, positionFrom, type Position } from "./positions";
import { outcomeOf, type Outcome } from "./views";

export interface GameRecord {
  format: string;
  generator: string;
  ruleset: string;
  ruleset_version: number;
  ruleset_hash: string;
  players: number;
  first: number;
  /** `[seat, text]` in the order played. */
  actions: [number, string][];
  /** The key of the generator, 64 hexadecimal digits; a game from a position has none. */
  seed?: string;
  position?: Position;
  /** The ruleset itself, if it is not built in. */
  board?: Record<string, unknown>;
  /** A hash of the position, 16 hexadecimal digits, after every 50 actions. */
  checksums?: string[];
  outcome?: Outcome;
  /** Added by a server. */
  shuffle?: unknown;
  result?: SeatEnd[];
}

/** The record of a game so far. */
export function recordOf(game: Game): GameRecord {
  const { module, ruleset } = game.engine;
  const { format, generator } = module.layout.record;
  const again = game.beginning();
  const begun = factsOf(again);
  const checksums = playAll(again, game.actions);
  again.release();
  const outcome = outcomeOf(Knowledge.of(game, null));
  const { seed } = game;
  return {
    format,
    generator,
    ruleset: ruleset.id,
    ruleset_version: ruleset.version,
    ruleset_hash: ruleset.hash,
    players: game.players,
    first: begun.number("first"),
    actions: game.actions.map(([seat, text]) => [seat, text]),
    ...(seed === null ? { position: positionFrom(begun) } : { seed }),
    ...(seed === null || ruleset.board === null ? {} : { board: JSON.parse(ruleset.board) }),
    ...(checksums.length ? { checksums } : {}),
    ...(outcome === null ? {} : { outcome }),
  };
}

/**
 * Rebuild a game from its record: an object or JSON. Throws RecordError, including for a record of other rules and for
 * one that begins with a position.
 */
export function replay(engine: Engine, record: unknown): Game {
  const found = checked(typeof record === "string" ? parsed(record) : record);
  const known = engine.module.layout.record;
  for (const name of ["format", "generator"] as const) {
    const given = found[name] ?? known[name];
    if (given !== known[name]) throw new RecordError(`record: ${name} ${short(given)} is not ${known[name]}`);
  }
  const { hash, id, version } = engine.ruleset;
  const { ruleset, ruleset_hash, ruleset_version, seed } = found;
  if (ruleset !== id || ruleset_version !== version || ruleset_hash !== hash) {
    throw new RecordError(`record: made with other rules of ${ruleset} than the present ones`);
  }
  if (seed === undefined)
    throw new RecordError("record: a game that begins with a position cannot be read here");
  let game: Game;
  try {
    game = engine.newGame(found.players, bytesOf(seed), found.first);
  } catch (error) {
    throw new RecordError(`record: ${(error as Error).message}`);
  }
  try {
    replayed(game, found);
  } catch (error) {
    game.release();
    throw error;
  }
  return game;
}

function replayed(game: Game, record: GameRecord): void {
  const every = game.engine.module.layout.record.checkEvery;
  const { actions, checksums = [] } = record;
  for (let begin = 0; begin < actions.length; begin += every) {
    let due: string | undefined;
    try {
      [due] = playAll(game, actions.slice(begin, begin + every));
    } catch (error) {
      if (!(error instanceof WhistlestopError)) throw error;
      const good = game.actions.length;
      const [seat, text] = actions[good]!;
      const place = `action ${good + 1}, seat ${seat}, ${short(text)}`;
      throw new RecordError(`record: ${place}: ${error.message}`, good);
    }
    if (due !== undefined && due !== checksums[begin / every]) {
      throw new RecordError(`record: the checksum after action ${begin + every} does not match`, begin);
    }
  }
  const count = actions.length;
  if (checksums.length !== Math.floor(count / every)) {
    throw new RecordError(`record: ${checksums.length} checksums for ${count} actions`, count);
  }
  const outcome = outcomeOf(Knowledge.of(game, null));
  if (record.outcome && deterministic(record.outcome) !== deterministic(outcome)) {
    throw new RecordError("record: the outcome differs from the result of the actions", count);
  }
  const { result } = record;
  const ranks = outcome?.players.map(({ rank }) => rank);
  if (result?.length && !(ranks && deterministic(result) === deterministic(seatEnds(result, ranks)))) {
    throw new RecordError("record: the result does not follow from the outcome", count);
  }
}

/** The final result of every seat, given the ranks by the rules: only players who stayed count. */
function seatEnds(result: SeatEnd[], ranks: number[]): SeatEnd[] {
  const isAway = ({ ending }: SeatEnd) => ["left", "time", "removed"].includes(ending);
  const stayed = ranks.filter((_, seat) => result[seat] && !isAway(result[seat])).sort((a, b) => a - b);
  return ranks.map((each, seat) => {
    const { finisher = null, ending = "played" } = result[seat] ?? {};
    if (result[seat] && isAway(result[seat])) {
      return { seat, finisher, ending, rank: ranks.length, won: false };
    }
    const rank = stayed.indexOf(each) + 1;
    return { seat, finisher, ending: "played", rank, won: rank === 1 };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RecordError(`record: not JSON: ${(error as Error).message}`);
  }
}

const bytesOf = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (byte) => parseInt(byte, 16));

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

const isText = (value: unknown): boolean => typeof value === "string";

const isList = (value: unknown, each: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(each);

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The checks of the fields of a record; those of the second table may be missing. */
const REQUIRED: Record<string, (value: unknown) => boolean> = {
  ruleset: isText,
  ruleset_version: (value) => Number.isInteger(value),
  ruleset_hash: isText,
  players: (value) => isWhole(value, 1, 5),
  first: (value) => isWhole(value, 0, 4),
  actions: (value) =>
    isList(value, (one) => Array.isArray(one) && one.length === 2 && isWhole(one[0], 0, 4) && isText(one[1])),
};
const OPTIONAL: Record<string, (value: unknown) => boolean> = {
  format: isText,
  generator: isText,
  seed: (value) => value === null || /^[0-9a-f]{64}$/.test(String(value)),
  position: (value) => value === null || isObject(value),
  board: (value) => value === null || isObject(value),
  checksums: (value) => isList(value, isText),
  outcome: (value) => value === null || isObject(value),
  shuffle: (value) => value === null || isObject(value),
  result: (value) => isList(value, isObject),
};

/** A record whose structure is valid; fields that are null are left out. */
function checked(plain: unknown): GameRecord {
  if (!isObject(plain)) throw new RecordError("record: it must be an object");
  const record = plain as Record<string, unknown>;
  for (const name of Object.keys(REQUIRED)) {
    if (!(name in record)) throw new RecordError(`record: ${name} is missing`);
  }
  for (const [name, value] of Object.entries(record)) {
    const check = Object.hasOwn(REQUIRED, name)
      ? REQUIRED[name]
      : Object.hasOwn(OPTIONAL, name)
        ? OPTIONAL[name]
        : null;
    if (!check) throw new RecordError(`record: ${short(name)} is no field of a record`);
    if (!check(value)) throw new RecordError(`record: ${name} is invalid`);
  }
  const given = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
  if ("seed" in given === "position" in given) {
    throw new RecordError("record: it begins either with a seed or with a position");
  }
  return given as unknown as GameRecord;
}

/** Play actions by their texts; return the checksums that a record contains for them. Throws the errors of
 * `Game.play`. */
function playAll(game: Game, actions: readonly (readonly [number, string])[]): string[] {
  const checksums: string[] = [];
  for (const [number, [seat, text]] of actions.entries()) {
    game.play(seat, game.number(text, seat));
    if ((number + 1) % game.engine.module.layout.record.checkEvery === 0)
      checksums.push(checksumOf(factsOf(game)));
  }
  return checksums;
}
