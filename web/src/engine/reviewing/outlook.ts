// The plan of the planner of map games, and how much an additional card would shorten it.

import { Planner } from "../advice/planner";
import { NONE, type Engine } from "../game";
import type { Knowledge } from "../telling/knowledge";

export interface Outlook {
  /** The routes to claim, in the order of the plan. */
  routes: string[];
  /** About how many turns from now each is claimed, in thousandths. */
  due: number[];
  /** About how many turns it takes, in thousandths. */
  turns: number;
  /** The turns with one more card of each color, and with a wild. */
  withCard: number[];
  /** The number of cards of each kind that the seat has not seen. */
  unseen: number[];
}

/** Whether the planner of this game counts turns. */
export const countsTurns = ({ module }: Engine): boolean => "turns_of_plan" in module.layout.queries;

/** The plan of the seat of this knowledge, at any time of a game. */
export function outlook(knowledge: Knowledge): Outlook {
  const cards = [...knowledge.engine.module.layout.cards.keys()];
  return Planner.with(knowledge, (planner) => {
    planner.appraise();
    const routes = planner.row("list").slice(0, planner.number("list_size"));
    const claims = routes
      .map((route, place) => ({ route, size: place + 1 }))
      .filter(({ route }) => !planner.ask("lends", route));
    return {
      routes: claims.map(({ route }) => knowledge.route(route)),
      due: claims.map(({ size }) => planner.ask("turns_of_plan", size, NONE)),
      // Last, since `turns_with_card` continues from it.
      turns: planner.ask("turns_of_plan", routes.length, NONE),
      withCard: cards.map((card) => planner.ask("turns_with_card", card)),
      unseen: cards.map((card) => unseen(knowledge, card)),
    };
  });
}

/** How many copies of a card are neither in the discard pile nor in the market nor known to be in a hand. */
function unseen(knowledge: Knowledge, card: number): number {
  const { engine, seats } = knowledge;
  const all = engine.rule("copies", card);
  const market = knowledge.row("market").filter((each) => each === card).length;
  const held = seats.reduce((sum, seat) => sum + knowledge.number("hand", seat, card), 0);
  return all - knowledge.number("discard", card) - market - held;
}
