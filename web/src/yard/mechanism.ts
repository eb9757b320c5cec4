// A mechanism of the card game: what its folder contributes to the table.
import type { Component, Snippet } from "svelte";
import type { MessageId } from "../i18n";
import type { GameStore } from "../lib/game.svelte";
import type { Legal, Payment } from "../lib/legal";
import type { Confirmable } from "../lib/settings.svelte";
import type { Card, YardEvent, YardPlayerView, YardView } from "../lib/types";
import type { IconName } from "../parts/Icon.svelte";
import type { MechanismTexts } from "../table/mechanism";
import type { YardAttention } from "./attention.svelte";
import type { YardStage } from "./stage";

export type Game = GameStore<"yard">;

/** A way to place cards from the hand. */
export interface Placing {
  /** The actions that use a color of the hand. */
  payments(legal: Legal, color: Card): Payment[];
  /** Whether the prepared placement is still legal. */
  isLegal(legal: Legal, color: Card | null): boolean;
  /** The effect of pressing cards of a color. */
  label(color: Card, count: number): string;
  /** The setting that decides whether a single option needs confirmation; without one it always does. */
  confirmation?: Confirmable;
  Panel: Component<{ color: Card | null; other: Snippet }>;
  /** The text that leads here from another way to place the same color. */
  instead: MessageId;
}

/** A figure of a player. */
export interface Figure {
  icon: IconName;
  label: string;
  value: number;
  /** Whether phones show it as well. */
  chip?: boolean;
}

export type YardTexts = MechanismTexts<YardEvent, YardView, YardStage>;

export interface YardMechanism {
  placing?: Placing;
  /** Its figures of a player. */
  figures?(player: YardPlayerView, view: YardView): Figure[];
  /** The series of a summary that are shown as charts. */
  charts?: string[];
  /** A button beside the hand. */
  Tool?: Component;
  /** Shown in the status line. */
  Badge?: Component;
  /** A question that replaces the yards. */
  Question?: Component;
  hasQuestion?(game: Game): boolean;
  /** Shown beside the yards; on a phone behind a button. */
  board?: { id: string; icon: IconName; text: MessageId; Board: Component };
  /** Shown above the log. */
  AboveLog?: Component;
  /** Always mounted and rarely visible. */
  Watch?: Component;
  /** Its keys, as parts of message ids, and their handler, which returns false for other keys. */
  keys?: string[];
  shortcut?(key: string, game: Game, attention: YardAttention): boolean;
}
