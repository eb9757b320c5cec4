// Short descriptions of a player's actions in a turn, for the strip above the board.
import type { Turn } from "../lib/turns";
import type { NetworkEvent } from "../lib/types";
import type { Teller } from "../lib/words";
import type { RecentEntry } from "../table/mechanism";
import { recentText } from "./recenttext";
import { happening } from "./words";

export interface Entry extends RecentEntry {
  key: string;
  seat: number;
}

export const entriesOf = (turns: readonly Turn[], teller: Teller): Entry[] =>
  turns.flatMap((turn) => (turn.seat === null ? [] : entries(turn, turn.seat, teller)));

function entries({ key, events }: Turn, seat: number, teller: Teller): Entry[] {
  const name = teller.who(seat);
  const cards = events.filter(({ event }) => event.event === "took" || event.event === "drew").length;
  const told = events.flatMap(({ key, event }): Entry[] => {
    const entry = happening(event as NetworkEvent)?.recent?.(event as NetworkEvent, name, teller);
    return entry ? [{ key, seat, ...entry }] : [];
  });
  if (!cards) return told;
  const drawn = recentText("cards", { name, count: cards });
  return [{ key, seat, icon: "card", ...drawn, place: null }, ...told];
}
