// Intents of the card game.
import { Attention, useAttention } from "../lib/attention.svelte";
import type { Card } from "../lib/types";
import type { Placing } from "./mechanism";

/** The cards to place: the way of placing, and the color that was pressed, if any. */
export interface YardIntent {
  kind: "place";
  placing: Placing;
  color: Card | null;
}

export class YardAttention extends Attention<YardIntent> {
  /** The open dialog, by the id that its mechanism gave it. */
  dialog = $state<string | null>(null);

  get placing(): YardIntent | null {
    return this.intent?.kind === "place" ? this.intent : null;
  }
}

export const useYardAttention = (): YardAttention => useAttention<YardAttention>();
