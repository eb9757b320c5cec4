import { when } from "../../../learn/lessons";
import type { Lesson } from "../../../lib/lesson";

export const lessons: Lesson<"yard">[] = [
  {
    id: "y-cities",
    order: 140,
    rule: "cities",
    match: ({ view }) => when(view.turn >= 2 * view.players_count && view.outcome === null),
    target: () => ".cities",
  },
];
