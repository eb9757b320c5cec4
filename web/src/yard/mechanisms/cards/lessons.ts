import { did, when } from "../../../learn/lessons";
import type { Lesson } from "../../../lib/lesson";

export const lessons: Lesson<"yard">[] = [
  {
    id: "y-hand",
    order: 80,
    rule: "hand",
    match: ({ view }) => when(view.phase !== "opening" && view.outcome === null),
    target: () => "[data-hand]",
    completed: (now) => did(now, "took", "drew", "placed"),
  },
  {
    id: "y-draw",
    order: 100,
    rule: "draw",
    match: ({ legal, view }) => when(legal.draw !== null && view.phase === "turn"),
    target: () => ".market",
    completed: (now) => did(now, "took", "drew"),
  },
];
