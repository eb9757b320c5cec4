// The judgment of one decision against an expert's choice, from the seat's knowledge (docs/review.md).

import type { Engine } from "../game";
import { AGAIN, CLEAR, FRESH, LEAST, ROUNDS, SCREENS, SURE } from "../layouts/reviewing";
import { PlayoutRunner } from "../playouts";
import { proposals } from "../proposals";
import { Knowledge } from "../telling/knowledge";
import { chances, estimate, exceeds, handicapOf } from "./odds";

export interface Judgment {
  played: number;
  /** The expert's action: the played one unless another is clearly better. */
  expert: number;
  /** The seat's winning chance with each action compared. */
  chances: Map<number, number>;
  /** Standard error of the chance with the played action. */
  error: number;
  /** Change of each seat's chance because the expert's action was not played; they sum to 0. */
  effect: number[];
  /** Each seat's chance with the played action, as its seat sees it; they sum to 1. */
  shares: number[];
  /** Points that the action costs, compared with the expert's or, if that is the same, with the planner's. */
  points: number;
}

/** Judge an action that the seat of this knowledge may choose. The same arguments give the same result. */
export function judge(knowledge: Knowledge, played: number, worlds: number, seed: number): Judgment {
  const trial = new Trial(knowledge, seed);
  const { engine } = knowledge;
  const seat = knowledge.seat!;
  const actions = finalists(trial, played, worlds);
  const { shares, leads } = trial.play(actions, worlds, 0);
  const own = shares.map((action) => action[seat]!);
  const found = own.map((values) => estimate(engine, values));
  const less = (values: number[], others: number[]) => values.map((value, world) => value - others[world]!);
  let best = 0;
  for (const place of actions.keys()) if (found[place]!.mean > found[best]!.mean) best = place;
  const expert = exceeds(estimate(engine, less(own[best]!, own[0]!)), CLEAR) ? best : 0;
  let place = actions.indexOf(played);
  const chance = new Map(actions.map((action, at) => [action, found[at]!.mean]));
  let { error } = found[place]!;
  let effect = shares[place]!.map(() => 0);
  let after = shares[place]!;
  let points = estimate(engine, less(leads[0]!, leads[place]!)).mean;
  if (exceeds(estimate(engine, less(own[expert]!, own[place]!)), CLEAR)) {
    const tried = trial.play([actions[expert]!, played], worlds * AGAIN, FRESH);
    const [better, again] = tried.shares as [number[][], number[][]];
    if (exceeds(estimate(engine, less(better[seat]!, again[seat]!)), SURE)) {
      chance.set(actions[expert]!, estimate(engine, better[seat]!).mean);
      const ownAgain = estimate(engine, again[seat]!);
      chance.set(played, ownAgain.mean);
      error = ownAgain.error;
      effect = again.map((values, each) => estimate(engine, less(values, better[each]!)).mean);
      after = again;
      points = estimate(engine, less(tried.leads[0]!, tried.leads[1]!)).mean;
      place = expert;
    }
  }
  trial.release();
  return {
    played,
    expert: actions[place]!,
    chances: chance,
    error,
    effect,
    shares: after.map((values) => estimate(engine, values).mean),
    points,
  };
}

/** A seat's lead over its best opponent, in points. */
const lead = (scores: number[], seat: number): number =>
  scores[seat]! - Math.max(...scores.filter((_, other) => other !== seat));

/** Actions tried in worlds of one observation. */
class Trial {
  private readonly runner: PlayoutRunner;

  constructor(
    readonly knowledge: Knowledge,
    readonly seed: number,
  ) {
    this.runner = new PlayoutRunner(knowledge.engine);
  }

  /**
   * `shares`: the winning chance of each seat, by action, seat and world. `leads`: the seat's lead over its best
   * opponent in points, by action and world.
   */
  play(
    actions: number[],
    worlds: number,
    first: number,
    rounds = 0,
  ): { shares: number[][][]; leads: number[][] } {
    const { engine, bytes } = this.knowledge;
    const found = this.runner.run(bytes, actions, worlds, { seed: this.seed, first, rounds });
    const leads = actions.map((_, action) => found.scores.map((world) => lead(world[action]!, found.seat)));
    return { shares: chances(engine, found, handicapOf(this.knowledge)), leads };
  }

  /** The other actions that are at least as good as the first one, best first. */
  best(actions: number[], worlds: number, first: number, most: number): number[] {
    const { engine, seat } = this.knowledge;
    const own = this.play(actions, worlds, first, ROUNDS).shares.map(
      (action) => estimate(engine, action[seat!]!).mean,
    );
    const better = [...actions.keys()].filter((place) => place && own[place]! >= own[0]!);
    return better
      .sort((a, b) => own[b]! - own[a]!)
      .slice(0, most)
      .map((place) => actions[place]!);
  }

  release(): void {
    this.runner.release();
  }
}

const distinct = (actions: number[]): number[] => [...new Set(actions)];

/** The actions to compare, the planner's first. */
function finalists(trial: Trial, played: number, worlds: number): number[] {
  const { knowledge, seed } = trial;
  const { engine, bytes } = knowledge;
  if (knowledge.legal.length === 1) return [played];
  const planned = engine.choose("planner", bytes, seed);
  let actions = proposals(engine, bytes, planned);
  if (isTicketChoice(engine, planned)) return distinct([...actions, played]);
  let first = worlds; // worlds that select an action must not judge it
  for (const [factor, most] of SCREENS as [number, number][]) {
    if (actions.length < 2) break;
    const size = Math.max(LEAST, Math.floor(worlds / factor));
    actions = [planned, ...trial.best(actions, size, first, most)];
    first += size;
  }
  return distinct([planned, played, ...actions.slice(1)]);
}

/** Whether an action chooses tickets from an offer. */
export function isTicketChoice({ ruleset }: Engine, action: number): boolean {
  const [first, count] = ruleset.keep;
  return first <= action && action < first + count;
}
