// A mechanism of the card game: what its folder tells the table.
import type { Component, Snippet } from "svelte";
import type { MessageId } from "../i18n";
import type { GameStore } from "../lib/game.svelte";
import type { Legal, Payment } from "../lib/legal";
import type { Asked } from "../lib/settings.svelte";
import type { Card, YardEvent, YardPlayerView, YardView } from "../lib/types";
import type { IconName } from "../parts/Icon.svelte";
import type { Telling } from "../table/mechanism";
import type { YardAttention } from "./attention.svelte";
import type { YardStage } from "./stage";

export type Game = GameStore<"yard">;

/** A way to place cards of the hand. */
export interface Placing {
  /** The ways with a color of the hand. */
  ways(legal: Legal, color: Card): Payment[];
  /** Whether what is about to be placed still can be. */
  holds(legal: Legal, color: Card | null): boolean;
  /** What a press on the cards of a color does. */
  label(color: Card, count: number): string;
  /** The setting that says whether the only way is asked for once more; it always is without one. */
  asked?: Asked;
  Panel: Component<{ color: Card | null; other: Snippet }>;
  /** What leads to it from another way to place the same color. */
  instead: MessageId;
}

/** A number of a player. */
export interface Figure {
  icon: IconName;
  label: string;
  value: number;
  /** Whether a phone shows it as well. */
  chip?: boolean;
}

export type YardTelling = Telling<YardEvent, YardView, YardStage>;

export interface YardMechanism {
  placing?: Placing;
  /** Its numbers of a player. */
  figures?(player: YardPlayerView, view: YardView): Figure[];
  /** The numbers of a summary that are charts. */
  charts?: string[];
  /** A button at the hand. */
  Tool?: Component;
  /** What stands in the line of the status. */
  Badge?: Component;
  /** What is asked in place of the yards. */
  Question?: Component;
  asks?(game: Game): boolean;
  /** What lies beside the yards; behind a button on a phone. */
  board?: { id: string; icon: IconName; text: MessageId; Board: Component };
  /** What stands above the log. */
  AboveLog?: Component;
  /** What is there all the time and seldom seen. */
  Watch?: Component;
  /** Keys of its own, as parts of message ids, and what they do; false for a key that is none of them. */
  keys?: string[];
  shortcut?(key: string, game: Game, attention: YardAttention): boolean;
}
