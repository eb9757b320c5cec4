// Short descriptions of the others' actions since the player's last turn.
import type { Turn } from "../lib/turns";
import type { GameEvent } from "../lib/types";
import type { TextContext } from "../lib/words";
import type { EventPresentation, SeatPlaces, RecentEntry } from "./mechanism";
import { recentText } from "./recenttext";

export interface Entry extends RecentEntry {
  key: string;
  seat: number;
}

/** The entries of some turns; `presentationOf` finds what a kind of game says about an event. */
export const entriesOf = <E extends GameEvent, S extends SeatPlaces>(
  turns: readonly Turn[],
  context: TextContext,
  presentationOf: (event: E) => EventPresentation<E, S> | undefined,
): Entry[] =>
  turns.flatMap(({ key, seat, events }) => {
    if (seat === null) return [];
    const name = context.nameOf(seat);
    const cards = events.filter(({ event }) => event.event === "took" || event.event === "drew").length;
    const described = events.flatMap(({ key, event }): Entry[] => {
      const entry = presentationOf(event as E)?.recent?.(event as E, name, context);
      return entry ? [{ key, seat, ...entry }] : [];
    });
    if (!cards) return described;
    const drawn = recentText("cards", { name, count: cards });
    return [{ key, seat, icon: "card", ...drawn, place: null }, ...described];
  });
