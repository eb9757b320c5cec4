// What has happened, turn by turn.
import type { GameEvent, LogEntry } from "./types";

/** What happened in one turn; `seat` is null before the first one and while all decide at once. */
export interface Turn {
  /** Where in the log it began: the same as long as it is shown. */
  key: string;
  seat: number | null;
  events: { key: string; event: GameEvent }[];
}

/** After these nobody has the turn until the next one begins. */
const ALL = new Set<GameEvent["event"]>(["declaring", "over"]);

export function turns(log: readonly LogEntry[]): Turn[] {
  const found: Turn[] = [];
  for (const { version, events } of log) {
    events.forEach((event, i) => {
      const key = `${version}.${i}`;
      if (event.event === "turn") found.push({ key, seat: event.seat, events: [] });
      else if (!found.length || ALL.has(event.event)) found.push({ key, seat: null, events: [] });
      found.at(-1)!.events.push({ key, event });
    });
  }
  return found;
}

/** The turns of others since the last turn of a seat ended; while it is the seat's turn, since the one before. */
export function since(all: readonly Turn[], seat: number): Turn[] {
  const end = all.at(-1)?.seat === seat ? all.length - 1 : all.length;
  const last = all.slice(0, end).findLastIndex((turn) => turn.seat === seat);
  return all.slice(last + 1, end).filter((turn) => turn.seat !== null);
}
