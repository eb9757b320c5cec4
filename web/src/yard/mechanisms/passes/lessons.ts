import { when } from "../../../learn/lessons";
import type { Lesson } from "../../../lib/lesson";
import { runningOut } from "./deck";

export const lessons: Lesson<"yard">[] = [
  {
    id: "y-last",
    at: 40,
    rule: "pass-last",
    sees: ({ view, seat }) =>
      when(view.final_round !== null && view.to_act.includes(seat) && view.phase === "turn"),
    target: () => "[data-status]",
  },
  {
    id: "y-second",
    at: 50,
    rule: "second",
    sees: ({ view }) => when(view.pass > 1 && view.outcome === null),
  },
  {
    id: "y-low",
    at: 60,
    rule: "last-round",
    sees: ({ view }) => (runningOut(view) ? { count: view.deck } : null),
    target: () => "[data-deck]",
  },
];
