// When bots say something: rarely, and only about public events. The phrases are in the catalog `characters`.
import type { CharacterId } from "./characters";
import type { Names } from "./names";
import type { GameEvent, LogEntry, View } from "./types";

/** Why a bot says something. `claim`: it took what the viewer may have wanted. */
export type Occasion = "start" | "claim" | "ticket" | "won" | "lost";

/** The user who is watching, and what they see. */
export interface Viewer {
  seat: number | null;
  view: View;
  names: Names;
}

export interface Cause {
  seat: number;
  occasion: Occasion;
}

export interface Remark extends Cause {
  character: CharacterId;
  /** The version of the game in which it was said. */
  version: number;
}

/** Versions between two remarks. */
export const REST = 24;

/** The remark about the first new entry of the log that causes one; null if none does, or if the last one was recent. */
export function remarkOn(
  entries: readonly LogEntry[],
  last: number,
  cast: readonly (CharacterId | null)[],
  causesOf: (event: GameEvent) => readonly Cause[],
): Remark | null {
  for (const { version, events } of entries) {
    if (version - last < REST) continue;
    for (const cause of events.flatMap(causesOf)) {
      const character = cast[cause.seat];
      if (character) return { ...cause, character, version };
    }
  }
  return null;
}
