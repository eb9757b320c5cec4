// Groups the log by turn.
import type { GameEvent, LogEntry } from "./types";

/** The events of one turn; `seat` is null before the first one and in simultaneous phases. */
export interface Turn {
  /** The index of its first log entry, which serves as a stable key. */
  key: string;
  seat: number | null;
  events: { key: string; event: GameEvent }[];
}

/** Events after which it is nobody's turn until the next one starts. */
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

/** The others' turns since the seat's last turn; during the seat's turn, since the previous one. */
export function since(all: readonly Turn[], seat: number): Turn[] {
  const end = all.at(-1)?.seat === seat ? all.length - 1 : all.length;
  const last = all.slice(0, end).findLastIndex((turn) => turn.seat === seat);
  return all.slice(last + 1, end).filter((turn) => turn.seat !== null);
}
