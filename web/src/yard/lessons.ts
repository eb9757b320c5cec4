// The guide's lessons about a card game as a whole; mechanisms add their own.
import { did, when } from "../learn/lessons";
import type { Lesson } from "../lib/lesson";
import { listed } from "../lib/listed";
import { NAMES } from "./mechanisms";

/** Turns per player after which players know the actions of a turn. */
const TURNS = 8;

const common: Lesson<"yard">[] = [
  {
    id: "y-score",
    order: 10,
    rule: "score",
    match: ({ view }) => when(view.outcome !== null),
    target: () => ".end",
  },
  {
    id: "y-enough",
    order: 900,
    rule: "turn",
    match: (now) =>
      when(
        now.view.turn >= TURNS * now.view.players_count && now.view.outcome === null && did(now, "placed"),
      ),
  },
];

const found = import.meta.glob<Lesson<"yard">[]>("./mechanisms/*/lessons.ts", {
  eager: true,
  import: "lessons",
});

export const lessons = [...common, ...listed(NAMES, found).flat()].sort((a, b) => a.order - b.order);
