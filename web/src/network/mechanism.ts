// A mechanism of the map games: what its folder tells the table.
import type { Component } from "svelte";
import type { Drawing } from "../board/drawing";
import type { MessageId } from "../i18n";
import type { GameStore } from "../lib/game.svelte";
import type { Legal, Payment } from "../lib/legal";
import type { Names } from "../lib/names";
import type { Asked } from "../lib/settings.svelte";
import type { NetworkEvent, NetworkPlayerView, NetworkRulesetInfo, NetworkView } from "../lib/types";
import type { IconName } from "../parts/Icon.svelte";
import type { Telling } from "../table/mechanism";
import type { NetworkAttention } from "./attention.svelte";
import type { Plans } from "./plan.svelte";

export type Game = GameStore<"network">;

/** Something that is paid for and put on the board. */
export interface Build {
  on: "route" | "city";
  /** The ways to pay, by the id of each place. */
  ways(legal: Legal): ReadonlyMap<string, Payment[]>;
  /** Which setting says whether it is asked for once more. */
  asked: Asked;
  title(id: string, names: Names): string;
  /** What is being done, in words. */
  doing(id: string, names: Names): string;
  confirm: MessageId;
  /** The paragraph of the rules about it. */
  rule(id: string, names: Names): string;
  /** What else is shown where it is paid for; `others` may have been meant by the finger as well. */
  About?: Component<{ id: string; others: string[] }>;
  /** Under the board while nothing is pointed at. */
  hint?: MessageId;
  /** Said while its places are picked instead of the usual ones, and shown above the board. */
  aside?: MessageId;
  Mode?: Component<{ leave: () => void }>;
}

/** A number of a player. */
export interface Figure {
  icon: IconName;
  label: string;
  value: number;
  /** Whether a phone shows it as well. */
  chip?: boolean;
}

/** A question that a mechanism asks, or something that all look at, in place of other decisions. */
export interface Question {
  /** Another one is another panel. */
  key: string;
  Panel: Component<Record<string, unknown>>;
  props: Record<string, unknown>;
  /** The route that it is about, once it is asked. */
  route?: string;
  /** The place of the board that it stands beside. */
  place?: { build: Build; id: string };
}

export type NetworkTelling = Telling<NetworkEvent, NetworkView>;

export interface NetworkMechanism {
  /** What can be put on the board; that of the first mechanism is picked there unless another one is wanted. */
  build?: Build;
  question?(game: Game, attention: NetworkAttention): Question | null;
  /** Its numbers of a player. */
  figures?(player: NetworkPlayerView, ruleset: NetworkRulesetInfo): Figure[];
  /** The numbers of a summary that are charts. */
  charts?: string[];
  /** Buttons beside the cards, or at the foot of a phone. */
  Tools?: Component<{ phone?: boolean }>;
  /** A dialog, which is there while `attention.dialog` is its id. */
  dialog?: { id: string; Dialog: Component<{ close: () => void }> };
  /** Keys of its own, as parts of message ids, and what they do; false for a key that is none of them. */
  keys?: string[];
  shortcut?(key: string, game: Game, attention: NetworkAttention): boolean;
  /** Whose the places of the board are, by their keys. */
  owners?(view: NetworkView): [key: string, seat: number][];
  /** Draws something else on the board. */
  draw?(drawing: Drawing, game: Game, plans: Plans): void;
  /** What a place of the board is; nothing where there is nothing of this mechanism. */
  describe?(key: string, owner: number | undefined, game: Game): string | null;
  /** Why a place cannot be chosen. */
  why?(key: string, game: Game, plans: Plans): string;
}

/** A question with the props that its panel wants. */
export const asking = <P extends Record<string, unknown>>(
  question: Omit<Question, "Panel" | "props"> & { Panel: Component<P>; props: P },
): Question => question as unknown as Question;
