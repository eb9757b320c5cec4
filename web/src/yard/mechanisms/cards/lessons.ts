import { did, when } from "../../../learn/lessons";
import type { Lesson } from "../../../lib/lesson";

export const lessons: Lesson<"yard">[] = [
  {
    id: "y-hand",
    at: 80,
    rule: "hand",
    sees: ({ view }) => when(view.phase !== "opening" && view.outcome === null),
    target: () => "[data-hand]",
    over: (now) => did(now, "took", "drew", "placed"),
  },
  {
    id: "y-draw",
    at: 100,
    rule: "draw",
    sees: ({ legal, view }) => when(legal.draw !== null && view.phase === "turn"),
    target: () => ".market",
    over: (now) => did(now, "took", "drew"),
  },
];
