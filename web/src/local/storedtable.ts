// A table as stored on this device: its setup, and data for lists, which would otherwise require replaying the game.
import type { EngineModule } from "../engine";
import { dealKey } from "../fairness/commitment";
import { sha256, toHex } from "../fairness/sha256";
import type { Import, PlayedSeat, SeatChange, SeatEnd, SeatInfo, Standing, TableInfo } from "../lib/types";

export interface StoredSeat {
  kind: "person" | "bot";
  name: string | null;
  bot: string | null;
  /** The character of a bot, which decides its face and its style of play, if one was chosen. */
  character?: string | null;
  away: (SeatInfo["away"] & string) | null;
  color: number;
}

/** The initial state of a game that branched off another one. */
export interface StartPosition {
  state: Uint8Array;
  /** A hash of the layout of its fields. */
  layout: string;
}

export interface StoredTable {
  id: string;
  ruleset: string;
  /** The board as JSON, if the site does not have it. */
  board?: string;
  /** The key of this board in the editor; deleting the board also deletes the game. */
  editor?: string;
  /** The hash of the rules when the game began. */
  hash: string;
  state: TableInfo["state"];
  created: string;
  /** When the last action was played. */
  changed: string;
  seats: StoredSeat[];
  look: boolean;
  comesBack: boolean;
  /** The bot that plays for people who leave. */
  standIn: string;
  /** When that bot took over seats, and when the players returned. Missing in tables of older versions. */
  handed?: SeatChange[];
  /** The seed of the shuffle and of the bots: 64 hexadecimal digits. A game imported from a record has only the key. */
  seed: string | null;
  key: string;
  /** The initial state, in place of a shuffle. */
  begun?: StartPosition;
  /** The seat that begins, if the key does not decide. */
  first: number;
  version: number;
  abandoned: boolean;
  imported: boolean;
  /** Set if the game is played while a server is away. */
  offline?: Offline | null;
  standing: Standing | null;
  ends: SeatEnd[] | null;
  /** The points of each seat at the end. */
  scores: number[] | null;
}

/**
 * A game for a server: it is in progress (`state` of the table), finished, refused by the server, or accepted
 * (`answer`). Only a game that the server has accepted may be deleted.
 */
export interface Offline {
  /** The id of its user on the server. */
  user: string;
  /** The server's table that it continues, if there is one, and from which version. */
  from: string | null;
  version: number;
  /** The server's last answer to the finished game; null if there is none. */
  answer: OfflineAnswer | null;
  /**
   * The request to the server, created as soon as the game is over, because a later version may not be able to read the
   * game.
   */
  body?: Import | null;
}

/** The code with which the server refused a game, or the table that it created from it. */
export type OfflineAnswer = { at: string } & (
  { refused: string; table?: undefined } | { table: string; refused?: undefined }
);

export interface StoredAction {
  table: string;
  /** Its place in the game, from 0. */
  ply: number;
  seat: number;
  action: string;
  /** The id of the command; null for bots. */
  command: string | null;
}

/** A hash of the layout of the fields in a module's states. */
export const layoutOf = ({ layout }: EngineModule): string =>
  toHex(sha256(new TextEncoder().encode(JSON.stringify(layout.state))));

export const random = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));
/** A new id of a table: the part before the hyphen names the board (files.ts). */
export const newId = (ruleset: string): string => `${ruleset}-${random(8)}`;

/** The properties that a new game on the same table inherits. */
export type Options = Pick<StoredTable, "look" | "comesBack" | "standIn" | "board" | "editor">;

/** A new table that has not started, with a new shuffle. */
export function newTable(
  ruleset: string,
  hash: string,
  seats: StoredSeat[],
  { look, comesBack, standIn, ...board }: Options,
): StoredTable {
  const seed = random(32);
  const now = new Date().toISOString();
  const nonces = seats.map(() => null);
  return {
    id: newId(ruleset),
    ruleset,
    hash,
    state: "open",
    created: now,
    changed: now,
    seats,
    look,
    comesBack,
    standIn,
    ...(board.board !== undefined && { board: board.board }),
    ...(board.editor !== undefined && { editor: board.editor }),
    seed,
    key: toHex(dealKey(seed, nonces)),
    first: -1,
    version: 0,
    abandoned: false,
    imported: false,
    standing: null,
    ends: null,
    scores: null,
  };
}

/** Whether this is the id of a user's own board, which is stored in the table rather than on the site. */
export const isEditorBoard = (ruleset: string): boolean => ruleset.startsWith("own_");

/** The user of all tables on this device. */
const USER = "local";
/** The key for watching a table; it must differ from the table's own key, which allows more. */
const spectatorId = (id: string): string => `${id}_`;
export const idOf = (key: string): string => key.replace(/_$/, "");

/** The seats that people on this device play. */
export const localSeats = ({ seats, imported }: StoredTable): number[] =>
  imported ? [] : seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));

export function infoOf(table: StoredTable, wanted: number | null = null): TableInfo {
  const yours = localSeats(table);
  return {
    id: table.id,
    watch: spectatorId(table.id),
    ruleset: table.ruleset,
    state: table.state,
    owner: USER,
    you: wanted !== null && yours.includes(wanted) ? wanted : (yours[0] ?? null),
    yours,
    version: table.version,
    seats: table.seats.map((seat, number) => seatInfo(seat, number, number === yours[0])),
    spectators: 0,
    created: table.created,
    look: table.look,
    clock: null,
    shuffle: null,
    watchers: [],
    listed: false,
    quick: false,
    chat: false,
    // If several people share the device, all of them would see a hint, which is based on one player's hand.
    hints: yours.length === 1,
    abandoned: table.abandoned,
    comes_back: table.comesBack,
    imported: table.imported,
    result: table.ends,
    offline: !!table.offline,
  };
}

const seatInfo = (
  { kind, name, bot, character, away, color }: StoredSeat,
  seat: number,
  host: boolean,
): SeatInfo => ({
  seat,
  kind,
  name,
  bot,
  character: character ?? null,
  online: true,
  host,
  away,
  color,
});

/** A game of the history. */
export function playedSeats({ seats, ends, scores, standing }: StoredTable): PlayedSeat[] {
  return seats.map(({ kind, name, bot, character, color }, seat) => {
    const end = ends?.[seat];
    return {
      seat,
      name,
      bot: kind === "bot" ? bot : null,
      character: kind === "bot" ? (character ?? null) : null,
      kind,
      score: scores?.[seat] ?? null,
      rank: end?.rank ?? null,
      won: end?.won ?? false,
      ending: end?.ending ?? "unfinished",
      color,
      routes: standing?.routes[seat] ?? [],
    };
  });
}

/** How every seat ended (RUL-84), as in src/whistlestop/endings.py. `ranks`: null if the game is unfinished. */
export function endsOf(ranks: number[] | null, seats: StoredSeat[]): SeatEnd[] {
  const stayed = (ranks ?? []).filter((_, seat) => seats[seat]!.away === null).sort((a, b) => a - b);
  return seats.map(({ away, bot }, seat) => {
    const common = { seat, finisher: bot };
    if (!ranks) return { ...common, ending: away ?? "unfinished", rank: null, won: false };
    if (away) return { ...common, ending: away, rank: ranks.length, won: false };
    const rank = stayed.indexOf(ranks[seat]!) + 1;
    return { ...common, ending: "played", rank, won: rank === 1 };
  });
}
