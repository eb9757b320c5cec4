import { did, when } from "../../../learn/lessons";
import type { Lesson } from "../../../lib/lesson";
import { acting } from "../../lesson";

export const lessons: Lesson<"network">[] = [
  {
    id: "hand",
    order: 60,
    rule: "hand",
    match: ({ view }) => when(view.phase !== "opening" && view.outcome === null),
    target: () => "[data-hand]",
    completed: (now) => did(now, "took", "drew", "claimed"),
  },
  {
    id: "second",
    order: 70,
    rule: "draw-refill",
    match: (now) => when(now.view.phase === "second_draw" && acting(now)),
    target: () => ".market",
  },
  {
    id: "draw",
    order: 80,
    rule: "draw",
    match: (now) => when(now.legal.draw !== null && now.view.phase === "turn"),
    target: () => ".market",
    completed: (now) => did(now, "took", "drew"),
  },
  {
    id: "wild-free",
    order: 100,
    rule: "draw-wild",
    match: (now) => when(!now.ruleset.numbers.wild_ends_draw && now.legal.takes.has("wild")),
    target: () => '[data-slot][data-color="wild"]',
  },
  {
    id: "wild",
    order: 110,
    rule: "draw-wild",
    match: (now) => when(now.ruleset.numbers.wild_ends_draw && now.legal.takes.has("wild")),
    target: () => '[data-slot][data-color="wild"]',
  },
];
