// Preloads a table while the messages of the page are still loading.
import { GameStore } from "./game.svelte";
import type { Kinds } from "./tableui";

let preloaded: GameStore | null = null;

/** Start loading a table; resolves when it is complete or has failed. */
export function preloadGame(id: string, kinds: Kinds): Promise<void> {
  preloaded = new GameStore(id, kinds);
  return preloaded.opened;
}

/** The store of a table: the preloaded one, or a new one. */
export function openGame(id: string, kinds: Kinds): GameStore {
  const game = preloaded?.id === id ? preloaded : new GameStore(id, kinds);
  preloaded = null;
  return game;
}
