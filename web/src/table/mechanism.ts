// The interface of a mechanism's `words.ts`: texts, sounds and animations of events.
import type { Cause, Viewer } from "../lib/remarks";
import type { Sound } from "../lib/sounds";
import type { Card, GameEvent } from "../lib/types";
import type { TextContext } from "../lib/words";
import type { Flight } from "../parts/flights";
import type { Place } from "../parts/places";
import type { IconName } from "../parts/Icon.svelte";

/** Where a seat's things are on the page. */
export interface SeatPlaces {
  /** Whether it is the viewer's seat. */
  isOwn(seat: number): boolean;
  /** Its cards; of one color, if known. */
  cardPlace(seat: number, color?: Card): Place;
  /** The plate with its name. */
  plate(seat: number): Place;
}

/** An event in a few words, with and without the player's name, and its place on the board if it has one. */
export interface RecentEntry {
  icon: IconName;
  text: string;
  short: string;
  place: string | null;
}

/** Text, sound and animation of an event; `S` is the stage of the kind. */
export interface EventPresentation<E extends GameEvent, S extends SeatPlaces = SeatPlaces> {
  describe?(event: E, context: TextContext): string;
  sound?: Sound | ((event: E) => Sound);
  /** How often the sound repeats. */
  times?(event: E): number;
  /** The sound when the page begins to show the event, before its result. */
  opens?: Sound;
  /** The cards that fly before the page shows the result. */
  flights?(event: E, stage: S): Flight[];
  /** The cards that fly to places that only the result has. */
  arrivals?(event: E, stage: S): Flight[];
  /** Milliseconds to show the event before the page continues. */
  lasts?(event: E): number;
  /** Milliseconds to show its result before anything else happens. */
  rests?: number;
  /** For the strip with the others' actions. */
  recent?(event: E, name: string, context: TextContext): RecentEntry;
  /** The part that the log keeps. */
  remember?(event: E): E;
  /** What bots may say about it; only what is public counts. */
  causes?(event: E, viewer: Viewer): Cause[];
}

export type EventPresentations<E extends GameEvent, S extends SeatPlaces = SeatPlaces> = {
  [N in E["event"]]?: EventPresentation<Extract<E, { event: N }>, S>;
};

/** A mechanism's texts at a table: events, and prompts while it has a decision of its own. */
export interface MechanismTexts<E extends GameEvent, V, S extends SeatPlaces = SeatPlaces> {
  events?: EventPresentations<E, S>;
  prompt?(view: V): string | null;
  /** Whom the game is waiting for, and the number of tickets chosen while others still choose. */
  waiting?(view: V, names: string): string | null;
  chosen?(view: V, count: number): string | null;
}

/** The first result of a mechanism for an event; undefined for events newer than this client. */
export function presentations<E extends GameEvent, S extends SeatPlaces>(
  texts: readonly { events?: EventPresentations<E, S> }[],
): (event: E) => EventPresentation<E, S> | undefined {
  const all = Object.assign({}, ...texts.map(({ events }) => events)) as Record<
    string,
    EventPresentation<E, S>
  >;
  return (event) => all[event.event];
}
