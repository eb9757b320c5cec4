import type { GameStore } from "../../../lib/game.svelte";
import type { GameEvent } from "../../../lib/types";

export const beginsPass = (event: GameEvent) => event.event === "new_pass";

/** The dialog about the previous pass. */
export const DIALOG = "intermission";

/** The events that scored the previous pass, and the cards dealt to a seat for the next one. */
export function intermission({ log, seat }: GameStore<"yard">) {
  const events: GameEvent[] = log.findLast((entry) => entry.events.some(beginsPass))?.events ?? [];
  const scored = events.find((event) => event.event === "scored");
  const next = events.find(beginsPass);
  return scored && next ? { scored, dealt: next.dealt[seat ?? 0] ?? 0 } : null;
}
