// What differs between the kinds of games, as one object a kind.
import { getContext, setContext, type Component } from "svelte";
import type { Hints } from "./hints";
import type { Lesson } from "./lesson";
import type { Sound } from "./sounds";
import type { GameEvent, View } from "./types";
import type { Machine, Ticket } from "./views";
import type { Teller } from "./words";

export interface Kit {
  /** The table of a game under way or over. */
  Table: Component<{ rematch: (() => void) | null }>;
  /** What the head of the page shows beside whose turn it is. */
  Badges?: Component;
  /** What is painted on a ticket. */
  TicketPicture: Component<{ ticket: Ticket }>;
  /** The paragraph of the rules that says what tickets are for. */
  ticketRule: string;
  /** Whom all wait for, where that needs words of its own; `names` are those of the others. */
  waiting(view: View, names: string): string | null;
  /** What has been chosen, so many tickets, while others still choose; nothing where the usual words do. */
  chosen(view: View, count: number): string | null;
  /** What the one whose turn it is has to do. */
  prompt(view: View): string;
  /** An event in words, as it is spoken and logged. */
  tell(event: GameEvent, teller: Teller): string;
  /** What an event sounds like; `mine` if it is about the seat that listens. */
  sound(event: GameEvent, mine: boolean): Sound | null;
  /** The numbers of a summary that are charts. */
  charts: readonly string[];
  /** The keys that the help explains, as parts of message ids. */
  keys: string[];
  /** The same for fingers. */
  gestures: string[];
  /** How a hint is told. */
  hints(): Promise<Hints>;
  /** What a guide has to tell. */
  lessons(): Promise<readonly Lesson[]>;
  /** What the log may hold of an event. */
  remember(event: GameEvent): GameEvent;
}

/** What is known of a kind before any of it is loaded. */
export interface Playable {
  /** Whether it is played on a drawing. */
  drawn: boolean;
  /** What a game without a board looks like in small. */
  Picture?: Component;
  /** Whether a table may let everybody look into their own stack. */
  looks?: boolean;
  kit(): Promise<Kit>;
}

export type Kinds = Record<Machine, Playable>;

const KEY = Symbol("kinds");

/** For pages that show boards of all kinds. */
export const provideKinds = (kinds: Kinds): Kinds => setContext(KEY, kinds);

/** Finds the kind of a board; nothing where there is no such board, or it is newer than this client. */
export function useKinds(): (board: { machine: string } | undefined) => Playable | undefined {
  const kinds = getContext<Kinds>(KEY);
  return (board) => board && kinds[board.machine as Machine];
}
