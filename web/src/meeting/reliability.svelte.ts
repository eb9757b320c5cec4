// How often players left their games, for the seats that a page shows: one request for all of them.
import { SvelteMap } from "svelte/reactivity";
import { call } from "../lib/request";
import { STATIC } from "../lib/site";
import type { Reliability } from "../lib/types";

/** The maximum number of players per request. */
const MOST = 50;

class Reliabilities {
  /** Null: the player has played too little or hides the figures. */
  private known = new SvelteMap<string, Reliability | null>();
  private asked = new Set<string>();
  private waiting: string[] = [];

  /** The figures of a player, once they are known. */
  of(player: string): Reliability | null {
    return this.known.get(player) ?? null;
  }

  /** Load the figures of a player, unless they are known. */
  want(player: string): void {
    if (STATIC || this.asked.has(player)) return;
    this.asked.add(player);
    if (this.waiting.push(player) === 1) queueMicrotask(() => void this.load());
  }

  private async load(): Promise<void> {
    const wanted = this.waiting;
    this.waiting = [];
    for (let first = 0; first < wanted.length; first += MOST) {
      const some = wanted.slice(first, first + MOST);
      try {
        const found = await call("GET /api/reliability", { query: { of: some.join(",") } });
        for (const player of some) this.known.set(player, found.find((one) => one.player === player) ?? null);
      } catch {
        for (const player of some) this.asked.delete(player); // the next page that needs them tries again
      }
    }
  }
}

export const reliabilities = new Reliabilities();
