import { did, when } from "../../../learn/lessons";
import type { Lesson } from "../../../lib/lesson";
import type { NetworkTicketView } from "../../../lib/types";
import { acting } from "../../lesson";

/** A lesson about one of the player's tickets, shown when there is one of this type. */
function aboutTicket(
  id: string,
  order: number,
  rule: string,
  sort: (ticket: NetworkTicketView) => boolean,
): Lesson<"network"> {
  return {
    id,
    order: order,
    rule,
    match: (now) => {
      const found = now.view.tickets.find(sort);
      return found ? { ticket: now.names.ticketName(found), points: Math.max(...found.points) } : null;
    },
    target: () => "section.tickets",
  };
}

export const lessons: Lesson<"network">[] = [
  {
    id: "opening",
    order: 20,
    rule: "start-tickets",
    match: (now) =>
      now.view.phase === "opening" && acting(now) ? { keep: now.ruleset.numbers.start_keep } : null,
    target: () => ".offer",
    completed: ({ view }) => view.phase !== "opening",
  },
  {
    id: "long-ticket",
    order: 30,
    rule: "start-tickets",
    match: ({ view }) => when(view.phase === "opening" && view.offer.some((ticket) => ticket.long)),
    target: () => ".offer",
    completed: ({ view }) => view.phase !== "opening",
  },
  aboutTicket("country-ticket", 90, "country-ticket", (ticket) => ticket.to.length > 1),
  aboutTicket("ticket", 120, "tickets", (ticket) => ticket.state === "open" && ticket.to.length === 1),
  aboutTicket("ticket-done", 200, "tickets", (ticket) => ticket.state === "done"),
  aboutTicket("blocked", 210, "tickets", (ticket) => ticket.state === "impossible"),
  {
    id: "ticket-draw",
    order: 240,
    rule: "ticket-draw",
    match: (now) =>
      now.legal.tickets !== null &&
      now.view.tickets.length > 0 &&
      now.view.tickets.every((ticket) => ticket.state !== "open")
        ? { keep: now.ruleset.numbers.draw_keep }
        : null,
    target: () => "[data-ticket-deck]",
    completed: (now) => did(now, "drew_tickets"),
  },
];
