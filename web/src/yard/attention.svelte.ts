// What may be about to be done at a table of the card game.
import { Attention, useAttention } from "../lib/attention.svelte";
import type { Card } from "../lib/types";
import type { Placing } from "./mechanism";

/** Cards of the hand that are about to be placed: how, and the color that was pressed, if any was. */
export interface YardIntent {
  kind: "place";
  placing: Placing;
  color: Card | null;
}

export class YardAttention extends Attention<YardIntent> {
  /** The dialog that is open, by the id that its mechanism gives it. */
  dialog = $state<string | null>(null);

  /** What is about to be placed. */
  get placing(): YardIntent | null {
    return this.intent?.kind === "place" ? this.intent : null;
  }
}

export const useYardAttention = (): YardAttention => useAttention<YardAttention>();
