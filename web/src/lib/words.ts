// Events in words, for the log and the live region. This file has the events of all games.
import { list, t } from "../i18n";
import { storyText, winnersOf, type SeatResult } from "./results";
import { oneCard, singleCards, type Names } from "./names";
import type { CommonEvent, GameEvent } from "./types";

export interface Teller {
  names: Names;
  /** The name of a seat's player. */
  who(seat: number): string;
  /** Whether the seat is the viewer's. */
  mine(seat: number): boolean;
  /** How every seat ended, once known. */
  readonly ends?: SeatResult[] | null;
  /** The winners, if they are known before the scores: in a replay, the log shows the result at every moment. */
  readonly winners?: number[] | null;
}

/** The seat that an event concerns, for its badge in the log. */
export function seatOf(event: GameEvent): number | null {
  return "seat" in event ? event.seat : null;
}

/**
 * Events that are announced but not logged: each line of the log already names its player, and a draw is logged once it
 * is complete.
 */
export function logged(event: GameEvent): boolean {
  return !["turn", "refilled", "announced", "mixing"].includes(event.event);
}

/** The values of a message about a seat's action. */
export const subject = (seat: number, teller: Teller) => ({ you: teller.mine(seat), name: teller.who(seat) });

export function tellCommon(event: GameEvent, teller: Teller): string {
  switch (event.event) {
    case "chose":
      return t("event.chose", subject(event.seat, teller));
    case "opening_done":
      return t("event.opening_done", {
        kept: list(
          event.kept.map((count, seat) => t("event.kept_each", { ...subject(seat, teller), count })),
        ),
      });
    case "took":
      return t("event.took", { ...subject(event.seat, teller), card: oneCard(event.card) });
    case "drew":
      return event.card
        ? t("event.drew_known", { ...subject(event.seat, teller), card: oneCard(event.card) })
        : t("event.drew", subject(event.seat, teller));
    case "refilled":
      return t("event.refilled", { cards: singleCards(Object.values(event.slots)) });
    case "drew_tickets":
      return t("event.drew_tickets", { ...subject(event.seat, teller), count: event.count });
    case "kept":
      return keptText(event, teller);
    case "passed":
      return t("event.passed", subject(event.seat, teller));
    case "turn":
      return t("event.turn", subject(event.seat, teller));
    case "over":
      return overText(event.winners, teller);
    default:
      return ""; // the server may be newer than this client
  }
}

/** The end of a game; `best`: the seats with the best scores, including those of bots that took over. */
function overText(best: number[], teller: Teller): string {
  const { ends } = teller;
  const namer = { who: (seat: number) => teller.who(seat), mine: (seat: number) => teller.mine(seat) };
  const story = ends ? storyText(ends, namer) : "";
  if (story) return t("event.over_story", { story });
  const winners = ends ? winnersOf(ends) : (teller.winners ?? best);
  return t("event.over", {
    you: winners.length === 1 && teller.mine(winners[0]!),
    names: list(winners.map((seat) => teller.who(seat))),
    count: winners.length,
  });
}

/** The names of tickets as a list. */
export function ticketsText(ids: string[], { names }: Teller): string {
  return list(
    ids.map((id) => {
      const ticket = names.ticket(id);
      return ticket ? names.ticketName(ticket) : id;
    }),
  );
}

function keptText(event: Extract<CommonEvent, { event: "kept" }>, teller: Teller): string {
  const values = { ...subject(event.seat, teller), count: event.kept };
  if (!event.tickets?.length) return t("event.kept", values);
  return t("event.kept_known", { ...values, tickets: ticketsText(event.tickets, teller) });
}
