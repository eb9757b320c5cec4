// The content of a turn in summaries of all kinds.
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

/** A feature of some games, as a symbol and in words. */
export interface Extra {
  icon?: IconName;
  mark?: string;
  color?: Card;
  text: string;
}
