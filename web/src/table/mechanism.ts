// How a mechanism tells, sounds and shows what happens: its `words.ts`.
import type { Sound } from "../lib/sounds";
import type { Card, GameEvent } from "../lib/types";
import type { Teller } from "../lib/words";
import type { Flight } from "../parts/flights";
import type { IconName } from "../parts/Icon.svelte";

/** Where the cards of a seat are, as a selector; those of a color, where that is known. */
export interface Homes {
  home(seat: number, color?: Card): string;
}

/** An event in a few words, with and without the name of whoever did it, and its place on the board if it has one. */
export interface Brief {
  icon: IconName;
  text: string;
  brief: string;
  place: string | null;
}

/** How an event is told, heard and shown. `S` is the stage of the kind. */
export interface Happening<E extends GameEvent, S extends Homes = Homes> {
  tell?(event: E, teller: Teller): string;
  sound?: Sound;
  /** The cards that fly. */
  flights?(event: E, stage: S): Flight[];
  /** Milliseconds for which the page shows it before it goes on. */
  lasts?(event: E): number;
  /** Milliseconds for which what has come of it is looked at, before anything else happens. */
  rests?: number;
  /** For the strip that tells what others did. */
  brief?(event: E, name: string, teller: Teller): Brief;
  /** What the log may hold of it. */
  remember?(event: E): E;
}

export type Happenings<E extends GameEvent, S extends Homes = Homes> = {
  [N in E["event"]]?: Happening<Extract<E, { event: N }>, S>;
};

/** What a mechanism says at a table: of events, and, while it is about something of its own, what whoever has the turn is asked. */
export interface Telling<E extends GameEvent, V, S extends Homes = Homes> {
  events?: Happenings<E, S>;
  prompt?(view: V): string | null;
  /** Whom all wait for, and so many tickets that were chosen while others still choose. */
  waiting?(view: V, names: string): string | null;
  chosen?(view: V, count: number): string | null;
}

/** Finds what any of the mechanisms says about an event; nothing of one that is newer than this client. */
export function happenings<E extends GameEvent, S extends Homes>(
  tellings: readonly { events?: Happenings<E, S> }[],
): (event: E) => Happening<E, S> | undefined {
  const all = Object.assign({}, ...tellings.map(({ events }) => events)) as Record<string, Happening<E, S>>;
  return (event) => all[event.event];
}
