// What a guide tells at a map game. What only some boards have is told where there is some of it. Mechanisms have lessons of their
// own; here are those about the game as a whole.
import { when } from "../learn/lessons";
import type { Lesson } from "../lib/lesson";
import { listed } from "../lib/listed";
import { own } from "./lesson";
import { NAMES } from "./mechanisms";

/** Turns of each player after which somebody knows what a turn is. */
const TURNS = 10;

const common: Lesson<"network">[] = [
  {
    id: "score",
    at: 10,
    rule: "score",
    sees: ({ view }) => when(view.outcome !== null),
    target: () => ".end",
  },
  {
    id: "enough",
    at: 900,
    rule: "turn",
    sees: (now) =>
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

export const lessons = [...common, ...listed(NAMES, found).flat()].sort((a, b) => a.at - b.at);
