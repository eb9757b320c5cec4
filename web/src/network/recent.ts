// What somebody did in a turn, in a few words each: for the strip above the board.
import { t, type Values } from "../i18n";
import { cityKey, routeKey } from "../board/drawing";
import type { Turn } from "../lib/turns";
import type { GameEvent } from "../lib/types";
import type { Teller } from "../lib/words";
import type { IconName } from "../parts/Icon.svelte";

export interface Entry {
  key: string;
  seat: number;
  icon: IconName;
  text: string;
  /** The same without the name, for a strip that is full. */
  brief: string;
  /** Its place on the board, if it has one. */
  place: string | null;
}

/** The routes that were claimed in some turns. */
export const claimedIn = (turns: readonly Turn[]): string[] =>
  turns.flatMap(({ events }) =>
    events.flatMap(({ event }) => (event.event === "claimed" ? [event.route] : [])),
  );

export const entriesOf = (turns: readonly Turn[], teller: Teller): Entry[] =>
  turns.flatMap((turn) => (turn.seat === null ? [] : entries(turn, turn.seat, teller)));

function entries({ key, events }: Turn, seat: number, teller: Teller): Entry[] {
  const name = teller.who(seat);
  const cards = events.filter(({ event }) => event.event === "took" || event.event === "drew").length;
  const told = events.flatMap(({ key, event }): Entry[] => {
    const entry = entryOf(event, name, teller);
    return entry ? [{ key, seat, ...entry }] : [];
  });
  if (!cards) return told;
  const values = { name, count: cards };
  const drawn: Entry = { key, seat, icon: "card", ...both("cards", values), place: null };
  return [drawn, ...told];
}

/** One message with the name of whoever did it, and one without. */
const both = (what: "cards" | "tickets" | "claimed" | "withdrew" | "station" | "passed", values: Values) => ({
  text: t(`recent.${what}`, values),
  brief: t(`recent.brief.${what}`, values),
});

function entryOf(event: GameEvent, name: string, { names }: Teller): Omit<Entry, "key" | "seat"> | null {
  switch (event.event) {
    case "claimed": {
      const values = { name, route: names.routeName(event.route), points: event.points };
      return { icon: "route", ...both("claimed", values), place: routeKey(event.route) };
    }
    case "withdrew": {
      const values = { name, route: names.routeName(event.route) };
      return { icon: "cross", ...both("withdrew", values), place: routeKey(event.route) };
    }
    case "station": {
      const values = { name, city: names.place(event.city) };
      return { icon: "station", ...both("station", values), place: cityKey(event.city) };
    }
    case "kept":
      return { icon: "ticket", ...both("tickets", { name, count: event.kept }), place: null };
    case "passed":
      return { icon: "minus", ...both("passed", { name }), place: null };
    default:
      return null;
  }
}
