// The sounds of events; `recipes.ts` generates them.
import type { TableUI } from "./tableui";
import type { GameEvent } from "./types";
import { seatOf } from "./words";

export type Sound =
  | "card"
  | "flip"
  | "train"
  | "whistle"
  | "tunnel"
  | "tunnel_open"
  | "tunnel_closed"
  | "ticket"
  | "missed"
  | "chuff"
  | "end"
  | "fanfare";

/** The sound of an event that all games have; `mine`: it concerns the player's seat. */
export function commonSound(event: GameEvent, mine: boolean): Sound | null {
  switch (event.event) {
    case "took":
    case "drew":
    case "drew_tickets":
    case "kept":
      return "card";
    case "refilled":
      return "flip";
    case "turn":
      return mine ? "whistle" : null;
    case "over":
      return "end";
    default:
      return null;
  }
}

/** The sounds of simultaneous events, each once, and how often it repeats. */
export function soundsOf(
  events: readonly GameEvent[],
  ui: Pick<TableUI, "sound" | "times"> | null,
  viewer: { mine(seat: number): boolean },
): Map<Sound, number> {
  const found = new Map<Sound, number>();
  for (const event of events) {
    const sound = ui?.sound(event, viewer.mine(seatOf(event) ?? -1));
    if (sound) found.set(sound, Math.max(found.get(sound) ?? 1, ui?.times(event) ?? 1));
  }
  return found;
}
