// What somebody did in a turn, in a few words each: for the strip above the board.
import { t } from "../i18n";
import { cityKey, routeKey } from "../board/drawing";
import type { Turn } from "../lib/turns";
import type { GameEvent } from "../lib/types";
import type { Teller } from "../lib/words";
import type { IconName } from "../parts/Icon.svelte";

export interface Deed {
  key: string;
  seat: number;
  icon: IconName;
  text: string;
  /** Its place on the board, if it has one. */
  place: string | null;
}

/** The routes that were claimed in some turns. */
export const claimedIn = (turns: readonly Turn[]): string[] =>
  turns.flatMap(({ events }) =>
    events.flatMap(({ event }) => (event.event === "claimed" ? [event.route] : [])),
  );

export const deedsOf = (turns: readonly Turn[], teller: Teller): Deed[] =>
  turns.flatMap((turn) => (turn.seat === null ? [] : deeds(turn, turn.seat, teller)));

function deeds({ key, events }: Turn, seat: number, teller: Teller): Deed[] {
  const name = teller.who(seat);
  const cards = events.filter(({ event }) => event.event === "took" || event.event === "drew").length;
  const told = events.flatMap(({ key, event }): Deed[] => {
    const deed = deedOf(event, name, teller);
    return deed ? [{ key, seat, ...deed }] : [];
  });
  if (!cards) return told;
  return [{ key, seat, icon: "card", text: t("recent.cards", { name, count: cards }), place: null }, ...told];
}

function deedOf(event: GameEvent, name: string, { names }: Teller): Omit<Deed, "key" | "seat"> | null {
  switch (event.event) {
    case "claimed": {
      const route = names.routeName(event.route);
      return {
        icon: "route",
        text: t("recent.claimed", { name, route, points: event.points }),
        place: routeKey(event.route),
      };
    }
    case "withdrew":
      return {
        icon: "cross",
        text: t("recent.withdrew", { name, route: names.routeName(event.route) }),
        place: routeKey(event.route),
      };
    case "station":
      return {
        icon: "station",
        text: t("recent.station", { name, city: names.place(event.city) }),
        place: cityKey(event.city),
      };
    case "kept":
      return { icon: "ticket", text: t("recent.tickets", { name, count: event.kept }), place: null };
    case "passed":
      return { icon: "minus", text: t("recent.passed", { name }), place: null };
    default:
      return null;
  }
}
