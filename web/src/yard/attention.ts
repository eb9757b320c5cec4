// What may be about to be done at a table of the card game.
import { Attention, useAttention } from "../lib/attention.svelte";
import type { Card } from "../lib/types";

/** Place a row of a color, or three singles, of which one may be chosen already. */
export type YardIntent = { kind: "set"; color: Card } | { kind: "trio"; color: Card | null };
export type YardAttention = Attention<YardIntent>;

export const newAttention = (): YardAttention => new Attention<YardIntent>();
export const useYardAttention = (): YardAttention => useAttention<YardAttention>();
