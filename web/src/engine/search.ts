// A search for the best action, the same as that of the bot `search` of the Python package.
//
// The module decides which actions are tried, dropped and played; this file controls the time and the division of the
// work. A search asks for playouts in worlds with consecutive numbers. They may be divided among workers in any way, as
// long as the results are added in the order of the worlds.

import { sha256 } from "../fairness/sha256";
import type { Engine } from "./game";
import { PlayoutRunner, type Playouts } from "./playouts";
import { proposals } from "./proposals";
import type { OwnedRecord } from "./records";
import { firstWord, integer, text } from "./seeds";

export interface SearchOptions {
  /** Decides which worlds are tried. */
  seed?: number | bigint;
  /** Maximum number of playouts; 0: as many as time allows. */
  playouts?: number;
  /** Milliseconds for the decision; no limit by default if `playouts` are given. */
  ms?: number;
  /** Turns of each player after which final points are estimated; 0 plays every game to its end. */
  rounds?: number;
  /** Standard errors, in hundredths, by which an action must be better than the planner's. */
  clear?: number;
  /** The lead, in points, at which a game is about three quarters won. */
  scale?: number;
}

/** Playouts that a search requests, in a form that can be sent to a worker. */
export interface SearchTask {
  actions: number[];
  /** The number of the first world. */
  first: number;
  worlds: number;
  seed: bigint;
  rounds: number;
}

/** The findings of a search about an action. */
export interface Candidate {
  action: number;
  /** The number of worlds in which it was played. */
  worlds: number;
  /** The mean number of points ahead of the best opponent. */
  margin: number;
  /** The mean value of these margins: 0 is lost, 1 is won. */
  value: number;
  /** The mean difference between its value and that of the planner's action, in the same worlds. */
  better: number;
  /** Its standard error; 0 for the planner's action. */
  error: number;
}

export interface Thought {
  /** The action to play. */
  action: number;
  /** All actions that were tried, the planner's first; none if there was only one. */
  candidates: Candidate[];
}

/** Plays the playouts of a task: `run` of a `PlayoutRunner`, or one in a worker. */
export type PlayTask = (observation: Uint8Array, task: SearchTask) => Promise<Playouts>;

/** The assumed limit of playouts before any has been timed. */
const UNKNOWN = 1_000_000;
/** The resolution of some clocks, in milliseconds: they cannot tell shorter times from 0. */
export const TICK = 1;

/**
 * A search in steps, for the seat of an observation that is to act: play each `task`, and `add` its results. Throws
 * IllegalAction if the seat is not to act, and RangeError for bytes that are not an observation.
 */
export class Search {
  private readonly record: OwnedRecord<Engine["module"]["layout"]["search"]>;
  private readonly options: Required<SearchOptions>;
  private readonly seed: bigint;
  private readonly began = performance.now();

  constructor(
    private readonly engine: Engine,
    readonly observation: Uint8Array,
    options: SearchOptions = {},
  ) {
    const { module, ruleset } = engine;
    const ms = options.playouts && options.ms === undefined ? Infinity : ruleset.search.ms;
    this.options = { seed: 0, ...ruleset.search, ms, ...options };
    const planned = engine.choose("planner", observation, 0);
    const seed = text(String(integer(this.options.seed)));
    this.seed = firstWord(sha256(Uint8Array.from([...seed, ...observation])));
    this.record = module.record(module.layout.search);
    const actions = proposals(engine, observation, planned);
    const listed = module.store(BigInt64Array.from(actions, BigInt));
    const seat = engine.seen.number("seat");
    module.calls.begin_search(this.record.address, 1, seat, listed, actions.length, this.left());
    module.calls.release(listed);
  }

  /** The next playouts; null once the search has chosen an action. */
  get task(): SearchTask | null {
    const worlds = this.record.number("next");
    if (!worlds) return null;
    const [actions, places] = [this.record.array("actions"), this.record.array("places")];
    const kept = Array.from(places.subarray(0, this.record.number("kept")), Number);
    return {
      actions: kept.map((place) => Number(actions[place])),
      first: this.record.number("worlds"),
      worlds,
      seed: this.seed,
      rounds: this.options.rounds,
    };
  }

  /** Add the results of the task, or of its first worlds. Throws RangeError for results of another task. */
  add({ scores }: Playouts): void {
    const { module } = this.engine;
    const [kept, players] = [this.record.number("kept"), scores[0]?.[0]?.length ?? 0];
    if (scores.length > this.record.number("next") || scores.some((world) => world.length !== kept)) {
      throw new RangeError("these are no results of the task");
    }
    const place = module.store(Float64Array.from(scores.flat(2)));
    const { scale, clear } = this.options;
    module.calls.add_results(this.record.address, 1, place, scores.length, kept, players, scale);
    module.calls.release(place);
    module.calls.narrow(this.record.address, 1, this.left(), clear);
  }

  /** The findings so far, with the planner's action until the search is over. */
  get thought(): Thought {
    const { record } = this;
    const tried = record.number("spent") ? record.number("size") : 0;
    const candidates = Array.from({ length: tried }, (_, place) => {
      const [action, worlds] = [record.number("actions", place), record.number("played", place)];
      const [margin, value] = [record.number("margin", place), record.number("value", place)];
      const [better, error] = [record.number("better", place), record.number("error", place)];
      return { action, worlds, margin: margin / worlds, value: value / worlds, better, error };
    });
    return { action: record.number(this.task ? "actions" : "chosen"), candidates };
  }

  /** Free its memory. Later calls throw TypeError, but a second release does nothing. */
  release(): void {
    this.record.release();
  }

  /** The playouts that may still be used. Before the first ones are timed, the number is only an upper limit. */
  private left(): number {
    const { playouts, ms } = this.options;
    const spent = this.record.number("spent");
    const most = playouts ? playouts - spent : Number.MAX_SAFE_INTEGER;
    if (ms === Infinity) return most;
    if (!spent) return Math.min(most, UNKNOWN);
    const gone = Math.max(TICK, performance.now() - this.began);
    return Math.min(most, Math.trunc(((ms - gone) / gone) * spent));
  }
}

/** Search for the best action of an observation's seat. Throws IllegalAction if the seat is not to act. */
export function think(engine: Engine, observation: Uint8Array, options: SearchOptions = {}): Thought {
  const search = new Search(engine, observation, options);
  const runner = new PlayoutRunner(engine);
  for (let task = search.task; task; task = search.task) {
    search.add(runner.run(observation, task.actions, task.worlds, task));
  }
  runner.release();
  return finished(search);
}

/** Search with several workers that share the worlds. The result does not depend on how many there are. */
export async function thinkTogether(
  engine: Engine,
  observation: Uint8Array,
  workers: PlayTask[],
  options: SearchOptions = {},
): Promise<Thought> {
  const search = new Search(engine, observation, options);
  for (let task = search.task; task; task = search.task) {
    const parts = divide(task, workers.length);
    const found = await Promise.all(parts.map((part, n) => workers[n]!(observation, part)));
    search.add({ ...found[0]!, scores: found.flatMap(({ scores }) => scores) });
  }
  return finished(search);
}

/** The parts of a task for a number of workers: each has consecutive worlds, and none is empty. */
export function divide(task: SearchTask, parts: number): SearchTask[] {
  const count = Math.min(parts, task.worlds);
  const ends = Array.from({ length: count + 1 }, (_, n) => Math.floor((task.worlds * n) / count));
  return Array.from({ length: count }, (_, n) => ({
    ...task,
    first: task.first + ends[n]!,
    worlds: ends[n + 1]! - ends[n]!,
  }));
}

function finished(search: Search): Thought {
  const { thought } = search;
  search.release();
  return thought;
}
