// Events in words, for the log and the live region. This file has the events of all games.
import { list, t } from "../i18n";
import { storyText, winnersOf, type SeatResult } from "./results";
import { oneCard, singleCards, type Names } from "./names";
import type { CommonEvent, GameEvent } from "./types";

export interface TextContext {
  names: Names;
  /** The name of a seat's player. */
  nameOf(seat: number): string;
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
export const subject = (seat: number, context: TextContext) => ({
  you: context.mine(seat),
  name: context.nameOf(seat),
});

export function describeCommon(event: GameEvent, context: TextContext): string {
  switch (event.event) {
    case "chose":
      return t("event.chose", subject(event.seat, context));
    case "opening_done":
      return t("event.opening_done", {
        kept: list(
          event.kept.map((count, seat) => t("event.kept_each", { ...subject(seat, context), count })),
        ),
      });
    case "took":
      return t("event.took", { ...subject(event.seat, context), card: oneCard(event.card) });
    case "drew":
      return event.card
        ? t("event.drew_known", { ...subject(event.seat, context), card: oneCard(event.card) })
        : t("event.drew", subject(event.seat, context));
    case "refilled":
      return t("event.refilled", { cards: singleCards(Object.values(event.slots)) });
    case "drew_tickets":
      return t("event.drew_tickets", { ...subject(event.seat, context), count: event.count });
    case "kept":
      return keptText(event, context);
    case "passed":
      return t("event.passed", subject(event.seat, context));
    case "turn":
      return t("event.turn", subject(event.seat, context));
    case "over":
      return overText(event.winners, context);
    default:
      return ""; // the server may be newer than this client
  }
}

/** The end of a game; `best`: the seats with the best scores, including those of bots that took over. */
function overText(best: number[], context: TextContext): string {
  const { ends } = context;
  const namer = {
    nameOf: (seat: number) => context.nameOf(seat),
    mine: (seat: number) => context.mine(seat),
  };
  const story = ends ? storyText(ends, namer) : "";
  if (story) return t("event.over_story", { story });
  const winners = ends ? winnersOf(ends) : (context.winners ?? best);
  return t("event.over", {
    you: winners.length === 1 && context.mine(winners[0]!),
    names: list(winners.map((seat) => context.nameOf(seat))),
    count: winners.length,
  });
}

/** The names of tickets as a list. */
export function ticketsText(ids: string[], { names }: TextContext): string {
  return list(
    ids.map((id) => {
      const ticket = names.ticket(id);
      return ticket ? names.ticketName(ticket) : id;
    }),
  );
}

function keptText(event: Extract<CommonEvent, { event: "kept" }>, context: TextContext): string {
  const values = { ...subject(event.seat, context), count: event.kept };
  if (!event.tickets?.length) return t("event.kept", values);
  return t("event.kept_known", { ...values, tickets: ticketsText(event.tickets, context) });
}
