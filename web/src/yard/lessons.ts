// What a guide tells at a card game.
import { did, when } from "../learn/lessons";
import type { Lesson, Situation } from "../lib/lesson";
import { cardsText } from "../lib/names";
import type { Card } from "../lib/types";
import { runningOut } from "./deck";
import { placings, proposed } from "./place";

type Now = Situation<"yard">;

/** Turns of each player after which somebody knows what a turn is. */
const TURNS = 8;

const own = ({ view, seat }: Now) => view.players[seat]!;
const pile = (color: Card | undefined): string => (color ? `[data-hand-color="${color}"]` : "[data-hand]");

/** The color of which the longest row can be placed. */
const longest = ({ legal }: Now): Card | undefined =>
  [...legal.sets.keys()].sort((a, b) => size(legal.sets.get(b)!) - size(legal.sets.get(a)!))[0];
const size = (sets: { cards: Partial<Record<Card, number>> }[]): number =>
  Math.max(...sets.map(({ cards }) => Object.values(cards).reduce((sum, count) => sum + count, 0)));

/** Whose row could be robbed now, and of which color. */
function prey({ view, legal, seat }: Now): { seat: number; color: Card } | undefined {
  return view.players
    .filter((player) => player.seat !== seat)
    .flatMap((player) => player.siding.map(({ color }) => ({ seat: player.seat, color })))
    .find(({ color }) => legal.sets.has(color));
}

const robbed = ({ log, seat }: Now): boolean =>
  log.some((entry) => entry.events.some((one) => one.event === "robbed" && one.victim === seat));

export const lessons: Lesson<"yard">[] = [
  {
    id: "y-score",
    rule: "score",
    sees: ({ view }) => when(view.outcome !== null),
    target: () => ".end",
  },
  {
    id: "y-declare",
    rule: "declare",
    sees: ({ view, seat }) => when(view.declaration !== null && view.to_act.includes(seat)),
    target: () => ".declare",
  },
  {
    id: "y-opening",
    rule: "start-tickets",
    sees: ({ view, seat, ruleset }) =>
      view.phase === "opening" && view.to_act.includes(seat) ? { keep: ruleset.numbers.start_keep } : null,
    target: () => ".offer",
    over: ({ view }) => view.phase !== "opening",
  },
  {
    id: "y-last",
    rule: "pass-last",
    sees: ({ view, seat }) =>
      when(view.final_round !== null && view.to_act.includes(seat) && view.phase === "turn"),
    target: () => "[data-status]",
  },
  {
    id: "y-second",
    rule: "second",
    sees: ({ view }) => when(view.pass > 1 && view.outcome === null),
  },
  {
    id: "y-low",
    rule: "last-round",
    sees: ({ view }) => (runningOut(view) ? { count: view.deck } : null),
    target: () => "[data-deck]",
  },
  {
    id: "y-robbed",
    rule: "rob",
    sees: (now) => when(robbed(now) && !now.view.outcome),
    target: () => "[data-discard]",
  },
  {
    id: "y-hand",
    rule: "hand",
    sees: ({ view }) => when(view.phase !== "opening" && view.outcome === null),
    target: () => "[data-hand]",
    over: (now) => did(now, "took", "drew", "placed"),
  },
  {
    id: "y-row",
    rule: "row",
    sees: (now) => {
      const color = longest(now);
      const way = color && proposed(placings(color, now.legal.sets.get(color)!));
      return way ? { cards: cardsText({ [color]: way.colored, wild: way.wilds }) } : null;
    },
    target: (now) => pile(longest(now)),
    over: (now) => did(now, "placed"),
  },
  {
    id: "y-draw",
    rule: "draw",
    sees: ({ legal, view }) => when(legal.draw !== null && view.phase === "turn"),
    target: () => ".market",
    over: (now) => did(now, "took", "drew"),
  },
  {
    id: "y-stack",
    rule: "stack",
    sees: (now) => when(own(now).stack > 0),
    target: (now) => `[data-seat="${now.seat}"] [data-stack]`,
  },
  {
    id: "y-rob",
    rule: "rob",
    sees: (now) => {
      const found = prey(now);
      return found ? { name: now.who(found.seat) } : null;
    },
    target: (now) => pile(prey(now)?.color),
    over: (now) => did(now, "robbed"),
  },
  {
    id: "y-trio",
    rule: "trio",
    sees: ({ legal }) => when(legal.trios.length > 0),
    target: () => "[data-trio]",
  },
  {
    id: "y-cities",
    rule: "cities",
    sees: ({ view }) => when(view.turn >= 2 * view.players_count && view.outcome === null),
    target: () => ".cities",
  },
  {
    id: "y-tickets",
    rule: "ticket-draw",
    sees: ({ view, legal, ruleset }) =>
      legal.tickets !== null && view.turn >= 4 * view.players_count
        ? { count: ruleset.numbers.draw_tickets }
        : null,
    target: () => "[data-ticket-deck]",
    over: (now) => did(now, "drew_tickets"),
  },
  {
    id: "y-enough",
    rule: "turn",
    sees: (now) =>
      when(
        now.view.turn >= TURNS * now.view.players_count && now.view.outcome === null && did(now, "placed"),
      ),
  },
];
