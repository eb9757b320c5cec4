import { did, when } from "../../../learn/lessons";
import type { Lesson } from "../../../lib/lesson";
import { acting } from "../../lesson";

export const lessons: Lesson<"network">[] = [
  {
    id: "hand",
    at: 60,
    rule: "hand",
    sees: ({ view }) => when(view.phase !== "opening" && view.outcome === null),
    target: () => "[data-hand]",
    over: (now) => did(now, "took", "drew", "claimed"),
  },
  {
    id: "second",
    at: 70,
    rule: "draw-refill",
    sees: (now) => when(now.view.phase === "second_draw" && acting(now)),
    target: () => ".market",
  },
  {
    id: "draw",
    at: 80,
    rule: "draw",
    sees: (now) => when(now.legal.draw !== null && now.view.phase === "turn"),
    target: () => ".market",
    over: (now) => did(now, "took", "drew"),
  },
  {
    id: "wild-free",
    at: 100,
    rule: "draw-wild",
    sees: (now) => when(!now.ruleset.numbers.wild_ends_draw && now.legal.takes.has("wild")),
    target: () => '[data-slot][data-color="wild"]',
  },
  {
    id: "wild",
    at: 110,
    rule: "draw-wild",
    sees: (now) => when(now.ruleset.numbers.wild_ends_draw && now.legal.takes.has("wild")),
    target: () => '[data-slot][data-color="wild"]',
  },
];
