// What differs between the kinds of games, as one object a kind.
import type { Component } from "svelte";
import type { GameEvent, View } from "./types";
import type { Machine } from "./views";
import type { Teller } from "./words";

export interface Kit {
  /** The table of a game under way or over. */
  Table: Component<{ rematch: () => void }>;
  /** What the head of the page shows beside whose turn it is. */
  Badges?: Component;
  /** What the one whose turn it is has to do. */
  prompt(view: View): string;
  /** An event in words, as it is spoken and logged. */
  tell(event: GameEvent, teller: Teller): string;
  /** The keys that the help explains, as parts of message ids. */
  keys: string[];
  /** The same for fingers. */
  gestures: string[];
  /** What the log may hold of an event. */
  remember(event: GameEvent): GameEvent;
}

/** How the kit of each kind is loaded. */
export type Kits = Record<Machine, () => Promise<Kit>>;
