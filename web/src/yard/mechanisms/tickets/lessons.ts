import { did } from "../../../learn/lessons";
import type { Lesson } from "../../../lib/lesson";

export const lessons: Lesson<"yard">[] = [
  {
    id: "y-opening",
    order: 30,
    rule: "start-tickets",
    match: ({ view, seat, ruleset }) =>
      view.phase === "opening" && view.to_act.includes(seat) ? { keep: ruleset.numbers.start_keep } : null,
    target: () => ".offer",
    completed: ({ view }) => view.phase !== "opening",
  },
  {
    id: "y-tickets",
    order: 150,
    rule: "ticket-draw",
    match: ({ view, legal, ruleset }) =>
      legal.tickets !== null && view.turn >= 4 * view.players_count
        ? { count: ruleset.numbers.draw_tickets }
        : null,
    target: () => "[data-ticket-deck]",
    completed: (now) => did(now, "drew_tickets"),
  },
];
