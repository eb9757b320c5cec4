import { did, when } from "../../../learn/lessons";
import { countOf, type Payment } from "../../../lib/legal";
import type { Lesson, Situation } from "../../../lib/lesson";
import { cardsText } from "../../../lib/names";
import type { Card } from "../../../lib/types";
import { sets } from "./actions";
import { placings, proposed } from "./place";

type Now = Situation<"yard">;

const own = ({ view, seat }: Now) => view.players[seat]!;
const pile = (color: Card | undefined): string => (color ? `[data-hand-color="${color}"]` : "[data-hand]");
const size = (ways: Payment[]): number => Math.max(...ways.map(({ cards }) => countOf(cards)));

/** The color with the longest row that can be placed. */
const longest = ({ legal }: Now): Card | undefined =>
  [...sets(legal)].sort(([, one], [, other]) => size(other) - size(one))[0]?.[0];

/** A row that could be robbed now: its owner and color. */
function prey({ view, legal, seat }: Now): { seat: number; color: Card } | undefined {
  return view.players
    .filter((player) => player.seat !== seat)
    .flatMap((player) => player.siding.map(({ color }) => ({ seat: player.seat, color })))
    .find(({ color }) => sets(legal).has(color));
}

const robbed = ({ log, seat }: Now): boolean =>
  log.some((entry) => entry.events.some((one) => one.event === "robbed" && one.victim === seat));

export const lessons: Lesson<"yard">[] = [
  {
    id: "y-robbed",
    order: 70,
    rule: "rob",
    match: (now) => when(robbed(now) && !now.view.outcome),
    target: () => "[data-discard]",
  },
  {
    id: "y-row",
    order: 90,
    rule: "row",
    match: (now) => {
      const color = longest(now);
      const way = color && proposed(placings(color, sets(now.legal).get(color)!));
      return way ? { cards: cardsText({ [color]: way.colored, wild: way.wilds }) } : null;
    },
    target: (now) => pile(longest(now)),
    completed: (now) => did(now, "placed"),
  },
  {
    id: "y-stack",
    order: 110,
    rule: "stack",
    match: (now) => when(own(now).stack > 0),
    target: (now) => `[data-seat="${now.seat}"] [data-stack]`,
  },
  {
    id: "y-rob",
    order: 120,
    rule: "rob",
    match: (now) => {
      const found = prey(now);
      return found ? { name: now.nameOf(found.seat) } : null;
    },
    target: (now) => pile(prey(now)?.color),
    completed: (now) => did(now, "robbed"),
  },
];
