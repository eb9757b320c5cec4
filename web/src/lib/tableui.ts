// The interface of a kind of game: one object for each kind.
import { getContext, setContext, type Component } from "svelte";
import type { Hints } from "./hints";
import type { Lesson } from "./lesson";
import type { Cause, Viewer } from "./remarks";
import type { Sound } from "./sounds";
import type { GameEvent, View } from "./types";
import type { Machine, Ticket } from "./views";
import type { TextContext } from "./words";

export interface TableUI {
  /** The table of a game in progress or finished. */
  Table: Component<{ rematch: (() => void) | null }>;
  /** Shown in the page header beside whose turn it is. */
  Badges?: Component;
  /** The picture on a ticket. */
  TicketPicture: Component<{ ticket: Ticket }>;
  /** The paragraph of the rules that explains tickets. */
  ticketRule: string;
  /** The labels of a player's tickets on the board, by ticket; absent without a board. */
  ticketLabels?(view: View): ReadonlyMap<string, string>;
  /** Whom the game is waiting for, if the default text does not fit; `names`: the other players. */
  waiting(view: View, names: string): string | null;
  /** What the player has chosen (`count` tickets) while others still choose; null for the default text. */
  chosen(view: View, count: number): string | null;
  /** The task of the player whose turn it is; `short`: in a few words, where space is scarce. */
  prompt(view: View, short?: boolean): string;
  /** An event in words, for the log and for screen readers. */
  describe(event: GameEvent, context: TextContext): string;
  /** The sound of an event; `mine`: it concerns the user's own seat. */
  sound(event: GameEvent, mine: boolean): Sound | null;
  /** How often the sound repeats. */
  times(event: GameEvent): number;
  /** The series of a summary that are shown as charts. */
  charts: readonly string[];
  /** The keys that the help explains, as parts of message ids. */
  keys: string[];
  /** The same for touch. */
  gestures: string[];
  /** The texts of hints. */
  hints(): Promise<Hints>;
  /** Loads the end of the game. */
  end(): Promise<unknown>;
  /** The lessons of the guide. */
  lessons(): Promise<readonly Lesson[]>;
  /** The part of an event that the log keeps. */
  remember(event: GameEvent): GameEvent;
  /** What bots may say about an event. */
  causes(event: GameEvent, viewer: Viewer): Cause[];
}

/** Properties of a kind that are known before its code is loaded. */
export interface Playable {
  /** Whether the kind has a board drawing. */
  drawn: boolean;
  /** The thumbnail of a game without a board. */
  Picture?: Component;
  /** Whether a table option lets players look at their own stacks. */
  stackOption?: boolean;
  ui(): Promise<TableUI>;
}

export type Kinds = Record<Machine, Playable>;

const KEY = Symbol("kinds");

export const provideKinds = (kinds: Kinds): Kinds => setContext(KEY, kinds);

/** Look up the kind of a board; undefined if the board is unknown or newer than this client. */
export function useKinds(): (board: { machine: string } | undefined) => Playable | undefined {
  const kinds = getContext<Kinds>(KEY);
  return (board) => board && kinds[board.machine as Machine];
}
