// The guide's lessons about a map game as a whole; mechanisms add their own. Lessons about features that only some
// boards have are shown where they apply.
import { when } from "../learn/lessons";
import type { Lesson } from "../lib/lesson";
import { listed } from "../lib/listed";
import { own } from "./lesson";
import { NAMES } from "./mechanisms";

/** Turns per player after which players know the actions of a turn. */
const TURNS = 10;

const common: Lesson<"network">[] = [
  {
    id: "score",
    order: 10,
    rule: "score",
    match: ({ view }) => when(view.outcome !== null),
    target: () => ".end",
  },
  {
    id: "enough",
    order: 900,
    rule: "turn",
    match: (now) =>
      when(
        now.view.turn >= TURNS * now.view.players_count &&
          now.view.outcome === null &&
          own(now).routes.length > 0,
      ),
  },
];

const found = import.meta.glob<Lesson<"network">[]>("./mechanisms/*/lessons.ts", {
  eager: true,
  import: "lessons",
});

export const lessons = [...common, ...listed(NAMES, found).flat()].sort((a, b) => a.order - b.order);
