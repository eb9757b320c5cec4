// The mechanisms of the card game as a table needs them.
import { listed } from "../lib/listed";
import type { YardPlayerView, YardView } from "../lib/types";
import type { Figure, YardMechanism } from "./mechanism";
import { NAMES } from "./mechanisms";

export const MECHANISMS = listed(
  NAMES,
  import.meta.glob<YardMechanism>("./mechanisms/*/table.ts", { eager: true, import: "mechanism" }),
);

/** The ways to place cards of the hand. */
export const PLACINGS = MECHANISMS.flatMap(({ placing }) => placing ?? []);

/** The numbers of a player. */
export const figuresOf = (player: YardPlayerView, view: YardView): Figure[] =>
  MECHANISMS.flatMap(({ figures }) => figures?.(player, view) ?? []);
