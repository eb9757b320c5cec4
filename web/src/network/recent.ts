// What somebody did in a turn, in a few words each: for the strip above the board.
import type { Turn } from "../lib/turns";
import type { NetworkEvent } from "../lib/types";
import type { Teller } from "../lib/words";
import type { Brief } from "../table/mechanism";
import { briefly } from "./brief";
import { happening } from "./words";

export interface Entry extends Brief {
  key: string;
  seat: number;
}

export const entriesOf = (turns: readonly Turn[], teller: Teller): Entry[] =>
  turns.flatMap((turn) => (turn.seat === null ? [] : entries(turn, turn.seat, teller)));

function entries({ key, events }: Turn, seat: number, teller: Teller): Entry[] {
  const name = teller.who(seat);
  const cards = events.filter(({ event }) => event.event === "took" || event.event === "drew").length;
  const told = events.flatMap(({ key, event }): Entry[] => {
    const entry = happening(event as NetworkEvent)?.brief?.(event as NetworkEvent, name, teller);
    return entry ? [{ key, seat, ...entry }] : [];
  });
  if (!cards) return told;
  const drawn = briefly("cards", { name, count: cards });
  return [{ key, seat, icon: "card", ...drawn, place: null }, ...told];
}
