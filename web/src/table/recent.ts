// Short descriptions of the others' actions since the player's last turn.
import type { Turn } from "../lib/turns";
import type { GameEvent } from "../lib/types";
import type { Teller } from "../lib/words";
import type { Happening, Homes, RecentEntry } from "./mechanism";
import { recentText } from "./recenttext";

export interface Entry extends RecentEntry {
  key: string;
  seat: number;
}

/** The entries of some turns; `happening` finds what a kind of game says about an event. */
export const entriesOf = <E extends GameEvent, S extends Homes>(
  turns: readonly Turn[],
  teller: Teller,
  happening: (event: E) => Happening<E, S> | undefined,
): Entry[] =>
  turns.flatMap(({ key, seat, events }) => {
    if (seat === null) return [];
    const name = teller.who(seat);
    const cards = events.filter(({ event }) => event.event === "took" || event.event === "drew").length;
    const told = events.flatMap(({ key, event }): Entry[] => {
      const entry = happening(event as E)?.recent?.(event as E, name, teller);
      return entry ? [{ key, seat, ...entry }] : [];
    });
    if (!cards) return told;
    const drawn = recentText("cards", { name, count: cards });
    return [{ key, seat, icon: "card", ...drawn, place: null }, ...told];
  });
