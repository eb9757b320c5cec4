// A mechanism of the map games: what its folder contributes to the table.
import type { Component } from "svelte";
import type { Drawing } from "../board/drawing";
import type { MessageId } from "../i18n";
import type { GameStore } from "../lib/game.svelte";
import type { Legal, Payment } from "../lib/legal";
import type { Names } from "../lib/names";
import type { Confirmable } from "../lib/settings.svelte";
import type { NetworkEvent, NetworkPlayerView, NetworkRulesetInfo, NetworkView } from "../lib/types";
import type { IconName } from "../parts/Icon.svelte";
import type { MechanismTexts } from "../table/mechanism";
import type { NetworkAttention } from "./attention.svelte";
import type { Plans } from "./plan.svelte";

export type Game = GameStore<"network">;

/** Something that players pay for and place on the board. */
export interface Build {
  on: "route" | "city";
  /** The ways to pay, by the id of the route or city. */
  payments(legal: Legal): ReadonlyMap<string, Payment[]>;
  /** The setting that decides whether it needs confirmation. */
  confirmation: Confirmable;
  title(id: string, names: Names): string;
  /** The action in words. */
  description(id: string, names: Names): string;
  confirm: MessageId;
  /** The paragraph of the rules about it. */
  rule(id: string, names: Names): string;
  /** Shown with the payment; `others` may have been meant by the finger as well. */
  About?: Component<{ id: string; others: string[] }>;
  /** Shown below the board without a caption. */
  hint?: MessageId;
  /** Shown above the board and announced while players choose its places instead of the default ones. */
  instruction?: MessageId;
  Mode?: Component<{ leave: () => void }>;
}

/** A figure of a player. */
export interface Figure {
  icon: IconName;
  label: string;
  value: number;
  /** Whether phones show it as well. */
  chip?: boolean;
}

/** A mechanism's question, or something that all players watch, which replaces other decisions. */
export interface Question {
  /** A different key creates a new panel. */
  key: string;
  Panel: Component<Record<string, unknown>>;
  props: Record<string, unknown>;
  /** The subject of the question: a route. */
  route?: string;
  /** The place of the board beside which the panel appears. */
  place?: { build: Build; id: string };
}

export type NetworkTexts = MechanismTexts<NetworkEvent, NetworkView>;

export interface Consequence {
  text: string;
  risky: boolean;
}

export interface NetworkMechanism {
  /** The mechanism's build; the first mechanism's is the default. */
  build?: Build;
  question?(game: Game, attention: NetworkAttention): Question | null;
  /** What a payment takes besides its cards, in words; empty if nothing. */
  extraCost?(id: string, payment: Payment, game: Game): string;
  /** A possible consequence of a payment, and whether it is risky. */
  consequence?(id: string, payment: Payment, game: Game): Consequence | null;
  /** Its figures of a player. */
  figures?(player: NetworkPlayerView, ruleset: NetworkRulesetInfo): Figure[];
  /** The series of a summary that are shown as charts. */
  charts?: string[];
  /** Buttons beside the cards or, on a phone, at the bottom. */
  Tools?: Component<{ phone?: boolean }>;
  /** A dialog, open while `attention.dialog` is its id. */
  dialog?: { id: string; Dialog: Component<{ close: () => void }> };
  /** Its keys, as parts of message ids, and their handler, which returns false for other keys. */
  keys?: string[];
  shortcut?(key: string, game: Game, attention: NetworkAttention): boolean;
  /** The owners of places on the board, by key. */
  owners?(view: NetworkView): [key: string, seat: number][];
  /** Draw additions to the board. */
  draw?(drawing: Drawing, game: Game, plans: Plans): void;
  /** Describe a place on the board; null if nothing of this mechanism is there. */
  describe?(key: string, owner: number | undefined, game: Game): string | null;
  /** Why a place cannot be chosen. */
  whyNot?(key: string, game: Game, plans: Plans): string;
}

/** Type a question's props by its panel. */
export const typedQuestion = <P extends Record<string, unknown>>(
  question: Omit<Question, "Panel" | "props"> & { Panel: Component<P>; props: P },
): Question => question as unknown as Question;
