import { when } from "../../../learn/lessons";
import type { Lesson } from "../../../lib/lesson";
import { runningOut } from "./deck";

export const lessons: Lesson<"yard">[] = [
  {
    id: "y-last",
    order: 40,
    rule: "pass-last",
    match: ({ view, seat }) =>
      when(view.final_round !== null && view.to_act.includes(seat) && view.phase === "turn"),
    target: () => "[data-status]",
  },
  {
    id: "y-second",
    order: 50,
    rule: "second",
    match: ({ view }) => when(view.pass > 1 && view.outcome === null),
  },
  {
    id: "y-low",
    order: 60,
    rule: "last-round",
    match: ({ view }) => (runningOut(view) ? { count: view.deck } : null),
    target: () => "[data-deck]",
  },
];
