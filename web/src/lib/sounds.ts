// What is heard of an event. How it sounds is in `synth.ts`.
import type { GameEvent } from "./types";

export type Sound = "card" | "train" | "whistle" | "tunnel" | "end";

/** What an event that all games have sounds like; `mine` if it is about the seat that listens. */
export function commonSound(event: GameEvent, mine: boolean): Sound | null {
  switch (event.event) {
    case "took":
    case "drew":
    case "drew_tickets":
    case "kept":
      return "card";
    case "turn":
      return mine ? "whistle" : null;
    case "over":
      return "end";
    default:
      return null;
  }
}
