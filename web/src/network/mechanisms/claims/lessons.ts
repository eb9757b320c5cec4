import { did, when } from "../../../learn/lessons";
import type { Lesson } from "../../../lib/lesson";
import { about, own, type Now } from "../../lesson";

/** The number of trains below which the end is near. */
const FEW = 12;

const twinsOpen = ({ view, ruleset }: Now): boolean => view.players_count >= ruleset.numbers.twins_open_from;

/** The player with the fewest trains left. */
const shortest = ({ view }: Now) => [...view.players].sort((a, b) => a.trains - b.trains)[0]!;
const nearEnd = (now: Now): boolean =>
  !now.view.outcome && !now.view.final_round && shortest(now).trains <= FEW;

export const lessons: Lesson<"network">[] = [
  {
    id: "last-round",
    order: 50,
    rule: "last-round",
    match: ({ view }) => when(view.final_round !== null && view.outcome === null),
    target: () => "[data-status]",
  },
  about("ferry", 130, "ferry", (route) => route.kind === "ferry"),
  {
    ...about("claim", 150, "claim", (route) => route.kind === "normal"),
    completed: (now) => did(now, "claimed"),
  },
  {
    id: "points",
    order: 160,
    rule: "points",
    match: (now) => (own(now).routes.length > 0 ? { trains: own(now).trains } : null),
    target: (now) => `[data-seat="${now.seat}"]`,
  },
  about("gray", 170, "claim-gray", (route) => route.color === "gray" && route.kind === "normal"),
  about("double", 180, "double", (route, now) => route.twins.length > 0 && !twinsOpen(now)),
  about("double-open", 190, "double", (route, now) => route.twins.length > 0 && twinsOpen(now)),
  {
    id: "own-end-near",
    order: 250,
    rule: "last-round",
    match: (now) =>
      nearEnd(now) && shortest(now).seat === now.seat
        ? { trains: own(now).trains, last: now.ruleset.numbers.last_trains }
        : null,
    target: (now) => `[data-seat="${now.seat}"]`,
  },
  {
    id: "end-near",
    order: 260,
    rule: "last-round",
    match: (now) =>
      nearEnd(now) && shortest(now).seat !== now.seat
        ? {
            name: now.nameOf(shortest(now).seat),
            trains: shortest(now).trains,
            last: now.ruleset.numbers.last_trains,
          }
        : null,
    target: (now) => `[data-seat="${shortest(now).seat}"]`,
  },
];
