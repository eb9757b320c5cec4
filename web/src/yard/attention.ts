// What may be about to be done at a table of the card game.
import { Attention, useAttention } from "../lib/attention.svelte";
import type { CardColor } from "../lib/types";

/** Place a row of a color, or three singles, of which one may be chosen already. */
export type YardIntent = { kind: "set"; color: CardColor } | { kind: "trio"; color: CardColor | null };
export type YardAttention = Attention<YardIntent>;

export const newAttention = (): YardAttention => new Attention<YardIntent>();
export const useYardAttention = (): YardAttention => useAttention() as unknown as YardAttention;
