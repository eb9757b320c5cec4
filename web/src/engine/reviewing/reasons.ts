// Reasons why one action is better than another: the differences between their playouts.

import type { MoveReason, RoutePlan } from "../../lib/types";
import { planKept } from "../advice";
import { LOOKS, MOST, POINTS, TURN_WORTH, TURNS, WORLDS } from "../layouts/reviewing";
import { PlayoutRunner } from "../playouts";
import { rint, rounded } from "../rounding";
import { Knowledge } from "../telling/knowledge";
import { tellings, type Comparison } from "../telling/parts";
import { isTicketChoice } from "./judging";
import { countsTurns, outlook, type Outlook } from "./outlook";

const OTHERS = "others";

/** The effects of an action in each world. */
class Tally {
  /** The findings of each mechanism, by world. */
  readonly found: Map<string, number>[][];
  /** The parts of the seat's score; `others`: the mean score of the others. */
  readonly parts = new Map<string, number>();

  constructor(
    runner: PlayoutRunner,
    knowledge: Knowledge,
    comparisons: Comparison[],
    action: number,
    seed: number,
  ) {
    const { engine } = knowledge;
    const seat = knowledge.seat!;
    this.found = comparisons.map(() => []);
    for (const bytes of runner.endings(knowledge.bytes, action, WORLDS, seed)) {
      const end = new Knowledge(engine, seat, bytes);
      comparisons.forEach((each, place) => this.found[place]!.push(each.atEnd(end, seat)));
      for (const player of end.seats) {
        if (player !== seat) this.add(OTHERS, end.number("final", player) / WORLDS / (end.players - 1));
        else
          for (const [part, field] of engine.module.layout.points)
            this.add(part, end.number(field, seat) / WORLDS);
      }
    }
  }

  private add(part: string, points: number): void {
    this.parts.set(part, (this.parts.get(part) ?? 0) + points);
  }
}

/**
 * The strongest reasons why one action is better than the one that was played. `turns`: about how many turns the plan
 * takes after the played action, and after the better one.
 */
export function reasons(
  knowledge: Knowledge,
  played: number,
  better: number,
  turns: [number, number] | null,
  seed: number,
): MoveReason[] {
  const { engine } = knowledge;
  const every = tellings(engine).flatMap(([name, { compared }]) =>
    compared ? [{ compared, ...engine.module.layout.compared[name]! }] : [],
  );
  const comparisons = every.map(({ compared }) => compared);
  const runner = new PlayoutRunner(engine);
  const [before, after] = [played, better].map(
    (action) => new Tally(runner, knowledge, comparisons, action, seed),
  ) as [Tally, Tally];
  runner.release();
  const found: [points: number, reason: MoveReason][] = [];
  const explained = new Set<string>();
  // Other tickets are drawn only in some of the playouts.
  const known = new Set(
    knowledge.tickets([...knowledge.members("tickets", knowledge.seat!), ...knowledge.offer]),
  );
  for (const [place, { compared, insteadOf, never }] of every.entries()) {
    const differences = compared
      .differences(engine, better, before.found[place]!, after.found[place]!)
      .filter(({ reason, what }) => reason !== "ticket" || known.has(what!));
    for (const { reason, played, better, what, points } of differences)
      found.push([points, { reason, played, better, what }]);
    for (const part of [...never, ...(differences.length ? insteadOf : [])]) explained.add(part);
  }
  for (const [part, old] of before.parts) {
    const now = after.parts.get(part)!;
    const gain = part === OTHERS ? old - now : now - old;
    if (gain >= POINTS && !explained.has(part))
      found.push([gain, { reason: "points", played: rounded(old, 1), better: rounded(now, 1), what: part }]);
  }
  if (turns && turns[0] - turns[1] >= TURNS) {
    const [old, now] = turns;
    const reason: MoveReason = {
      reason: "turns",
      played: rounded(old, 1),
      better: rounded(now, 1),
      what: null,
    };
    found.push([TURN_WORTH * (old - now), reason]);
  }
  return found
    .sort(([a], [b]) => b - a)
    .slice(0, MOST)
    .map(([, reason]) => reason);
}

/** The plan after an action, with the mean of its turns over a few worlds; null if the planner counts no turns. */
export function planAfter(knowledge: Knowledge, action: number, seed: number): RoutePlan | null {
  const { engine } = knowledge;
  if (!countsTurns(engine)) return null;
  // The same plan as in a hint, for which the planner values trains less than for other decisions.
  if (isTicketChoice(engine, action)) return planKept(knowledge, action);
  const seat = knowledge.seat!;
  const runner = new PlayoutRunner(engine);
  const found = Array.from({ length: LOOKS }, (_, world) => {
    const game = engine.gameFrom(runner.likelyWorld(knowledge.bytes, seed + world));
    game.play(seat, action);
    const plan = outlook(Knowledge.of(game, seat));
    game.release();
    return plan;
  });
  runner.release();
  const turns = found.reduce((sum, plan) => sum + plan.turns, 0);
  const [first] = found as [Outlook];
  // The routes of one plan, in the mean number of turns.
  const due = first.due.map((each) => rint((each * turns) / (1000 * LOOKS * Math.max(1, first.turns))));
  return { routes: first.routes, turns: turns / (1000 * LOOKS), due };
}
