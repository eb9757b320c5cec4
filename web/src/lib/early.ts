// A table that is asked for before the page can show anything: the words for it are still on their way.
import { GameStore } from "./game.svelte";
import type { Kinds } from "./kit";

let early: GameStore | null = null;

/** Asks for a table while the words for it are still on their way; ends when all of it is there, or has failed. */
export function beginGame(id: string, kinds: Kinds): Promise<void> {
  early = new GameStore(id, kinds);
  return early.opened;
}

/** The store of a table: the one that has begun, or a new one. */
export function openGame(id: string, kinds: Kinds): GameStore {
  const game = early?.id === id ? early : new GameStore(id, kinds);
  early = null;
  return game;
}
