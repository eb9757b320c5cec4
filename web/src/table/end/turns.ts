// What the summaries of all kinds of game say of a turn.
import type { Card, Chance } from "../../lib/types";
import type { IconName } from "../../parts/Icon.svelte";

export interface Turn {
  turn: number;
  seat: number;
  drew: Card[];
  took: Card[];
  offered: number;
  kept: string[];
}

export interface Player {
  seat: number;
  offered: number;
  kept: string[];
  drawn: Chance;
  dealt: Chance;
}

/** Something that only some games have, as a sign and in words. */
export interface Extra {
  icon?: IconName;
  mark?: string;
  color?: Card;
  text: string;
}
