// What differs between the kinds of games, as one object a kind.
import type { Component } from "svelte";
import type { Hints } from "./hints";
import type { Lesson } from "./lesson";
import type { Sound } from "./sounds";
import type { GameEvent, View } from "./types";
import type { Machine } from "./views";
import type { Teller } from "./words";

export interface Kit {
  /** The table of a game under way or over. */
  Table: Component<{ rematch: (() => void) | null }>;
  /** What the head of the page shows beside whose turn it is. */
  Badges?: Component;
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

/** How the kit of each kind is loaded. */
export type Kits = Record<Machine, () => Promise<Kit>>;
