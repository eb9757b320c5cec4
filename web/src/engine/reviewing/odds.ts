// Winning chances from the scores of playouts.

import type { Engine } from "../game";
import { HANDICAP, SMOOTHING } from "../layouts/reviewing";
import type { Playouts } from "../playouts";
import type { Facts } from "../telling/knowledge";

/** A mean over worlds, and its standard error. */
export interface Estimate {
  mean: number;
  error: number;
}

/** Whether the mean exceeds 0 by more than this number of standard errors. */
export const exceeds = ({ mean, error }: Estimate, errors: number): boolean => mean > errors * error;

/** The mean of independent values, such as one for each world. */
export function estimate({ module }: Engine, values: number[]): Estimate {
  const [given, found] = [module.store(Float64Array.from(values)), module.allocate(16)];
  module.calls.mean_and_error(given, values.length, found, 2);
  const [mean, error] = new Float64Array(module.memory.buffer, found, 2);
  for (const address of [given, found]) module.calls.release(address);
  return { mean: mean!, error: error! };
}

/** How much better opponents are than the playouts of this seat assume, as a share of the spread of its scores. */
export const handicapOf = (knowledge: Facts): number =>
  Math.min(
    HANDICAP.most,
    HANDICAP.beginning + HANDICAP.turn * (knowledge.number("turn") / knowledge.players),
  );

/** Each seat's winning chance in each game, by action, seat and world. */
export function chances({ module }: Engine, found: Playouts, handicap: number): number[][][] {
  const [worlds, actions, seats] = [
    found.scores.length,
    found.scores[0]!.length,
    found.scores[0]![0]!.length,
  ];
  const shape = [worlds, actions, seats] as const;
  const scores = module.store(Float64Array.from(found.scores.flat(2)));
  const ranks = module.store(Int8Array.from(found.ranks.flat(2)));
  const shares = module.allocate(8 * worlds * actions * seats);
  module.calls.odds(
    ...([scores, ...shape] as const),
    ...([ranks, ...shape] as const),
    ...([found.seat, handicap, SMOOTHING] as const),
    ...([shares, ...shape] as const),
  );
  const values = new Float64Array(module.memory.buffer, shares, worlds * actions * seats);
  const every = (count: number) => Array.from({ length: count }, (_, place) => place);
  const told = every(actions).map((action) =>
    every(seats).map((seat) =>
      every(worlds).map((world) => values[(world * actions + action) * seats + seat]!),
    ),
  );
  for (const address of [scores, ranks, shares]) module.calls.release(address);
  return told;
}
