// The order of a player's tickets. The server lists them in board order, but numbers on the board and in the list must
// not change when tickets are drawn later.
import type { LogEntry } from "./types";

interface Held {
  seat: number | null;
  tickets: readonly { id: string }[];
}

/** The view with its tickets in the order in which the seat received them, those of the start first. */
export function received<V extends Held | null>(view: V, log: readonly LogEntry[]): V {
  if (!view?.tickets.length) return view;
  const drawn = log.flatMap(({ events }) =>
    events.flatMap((one) => (one.event === "kept" && one.seat === view.seat ? (one.tickets ?? []) : [])),
  );
  const tickets = [...view.tickets].sort((a, b) => drawn.indexOf(a.id) - drawn.indexOf(b.id));
  return { ...view, tickets };
}
