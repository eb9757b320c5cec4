// Events in words: the log shows them, the live region speaks them.
import { list, t } from "../i18n";
import { cardsText, oneCard, type Names } from "./names";
import type { GameEvent } from "./types";

export interface Teller {
  names: Names;
  /** The name of a seat's player. */
  who(seat: number): string;
  /** Whether the seat is the one that looks on. */
  mine(seat: number): boolean;
}

/** The seat that an event is about, for its badge in the log. */
export function seatOf(event: GameEvent): number | null {
  return "seat" in event ? event.seat : null;
}

/** Events that are spoken but would only fill the log: it shows whose line it is anyway. */
export function logged(event: GameEvent): boolean {
  return event.event !== "turn" && event.event !== "refilled";
}

export function tell(event: GameEvent, teller: Teller): string {
  const { names } = teller;
  const subject = (seat: number) => ({ you: teller.mine(seat), name: teller.who(seat) });
  switch (event.event) {
    case "chose":
      return t("event.chose", subject(event.seat));
    case "opening_done":
      return t("event.opening_done", {
        kept: list(event.kept.map((count, seat) => t("event.kept_each", { ...subject(seat), count }))),
      });
    case "took":
      return t("event.took", { ...subject(event.seat), card: oneCard(event.card) });
    case "drew":
      return event.card
        ? t("event.drew_known", { ...subject(event.seat), card: oneCard(event.card) })
        : t("event.drew", subject(event.seat));
    case "refilled":
      return t("event.refilled", {
        cards: list(Object.values(event.slots).map(oneCard)),
      });
    case "market_reset":
      return t("event.market_reset", {
        cards: list(event.market.flatMap((color) => (color ? [oneCard(color)] : []))),
      });
    case "reshuffled":
      return t("event.reshuffled", { count: event.deck });
    case "drew_tickets":
      return t("event.drew_tickets", { ...subject(event.seat), count: event.count });
    case "kept":
      return keptText(event, teller);
    case "claimed":
      return t("event.claimed", {
        ...subject(event.seat),
        route: names.routeName(event.route),
        cards: cardsText(event.payment),
        points: event.points,
      });
    case "tunnel":
      return t("event.tunnel", {
        ...subject(event.seat),
        route: names.routeName(event.route),
        cards: list(event.revealed.map(oneCard)),
        revealed: event.revealed.length,
        surcharge: event.surcharge,
      });
    case "surcharge":
      return t("event.surcharge", { ...subject(event.seat), cards: cardsText(event.payment) });
    case "withdrew":
      return t("event.withdrew", { ...subject(event.seat), route: names.routeName(event.route) });
    case "station":
      return t("event.station", {
        ...subject(event.seat),
        city: names.place(event.city),
        cards: cardsText(event.payment),
      });
    case "passed":
      return t("event.passed", subject(event.seat));
    case "ticket_done": {
      const ticket = names.ticket(event.ticket);
      return t("event.ticket_done", { ticket: ticket ? names.ticketName(ticket) : event.ticket });
    }
    case "final_round":
      return t("event.final_round", { ...subject(event.seat), count: event.turns_left });
    case "turn":
      return t("event.turn", subject(event.seat));
    case "over":
      return t("event.over", {
        you: event.winners.length === 1 && teller.mine(event.winners[0]!),
        names: list(event.winners.map((seat) => teller.who(seat))),
        count: event.winners.length,
      });
  }
}

function keptText(event: Extract<GameEvent, { event: "kept" }>, teller: Teller): string {
  const values = { you: teller.mine(event.seat), name: teller.who(event.seat), count: event.kept };
  if (!event.tickets?.length) return t("event.kept", values);
  const tickets = event.tickets.map((id) => {
    const ticket = teller.names.ticket(id);
    return ticket ? teller.names.ticketName(ticket) : id;
  });
  return t("event.kept_known", { ...values, tickets: list(tickets) });
}
