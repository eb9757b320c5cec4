// The action of an expert, and its gain over the planner's.

import type { Searched } from "../advice";
import type { Engine } from "../game";
import { ADVICE } from "../layouts/reviewing";
import type { Playouts } from "../playouts";
import { divide, thinkTogether, TICK, type PlayTask, type SearchOptions, type SearchTask } from "../search";
import { Knowledge } from "../telling/knowledge";
import { chances, estimate, handicapOf } from "./odds";

/**
 * Let workers search for the best action of an observation's seat, and compare it with the planner's. They are played
 * in new worlds, because an action looks too good in the worlds that selected it. If the search's action is no better
 * there, the planner's is advised. `ms` limits each of the two steps; if the second has too little time, no gain is
 * reported.
 */
export async function adviseTogether(
  engine: Engine,
  observation: Uint8Array,
  workers: PlayTask[],
  options: SearchOptions = {},
): Promise<Searched> {
  const { action } = await thinkTogether(engine, observation, workers, options);
  const planned = engine.choose("planner", observation, 0);
  if (action === planned) return { action, gain: null };
  const { ms = options.playouts ? Infinity : engine.ruleset.search.ms } = options;
  const seed = BigInt(options.seed ?? 0) + 1n;
  const play = async (first: number, worlds: number): Promise<Playouts[]> => {
    const task: SearchTask = { actions: [planned, action], first, worlds, seed, rounds: 0 };
    const parts = divide(task, workers.length);
    return Promise.all(parts.map((part, n) => workers[n]!(observation, part)));
  };
  const began = performance.now();
  const found = await play(0, ADVICE.first);
  const gone = Math.max(TICK, performance.now() - began);
  const worlds = Math.min(ADVICE.worlds, Math.floor(((ms - gone) / gone) * ADVICE.first));
  if (worlds < ADVICE.fewest) return { action, gain: null };
  found.push(...(await play(ADVICE.first, worlds - ADVICE.first)));
  const { seat } = found[0]!;
  const together = {
    seat,
    scores: found.flatMap(({ scores }) => scores),
    ranks: found.flatMap(({ ranks }) => ranks),
  };
  const handicap = handicapOf(new Knowledge(engine, seat, observation));
  const [before, after] = chances(engine, together, handicap).map((shares) => shares[seat]!);
  const more = after!.map((chance, world) => chance - before![world]!);
  const { mean, error } = estimate(engine, more);
  if (mean < 0) return { action: planned, gain: null };
  return { action, gain: mean >= Math.max(ADVICE.least, ADVICE.clear * error) ? mean : null };
}
