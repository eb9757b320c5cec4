// Playouts: bots finish the game from worlds that are consistent with a seat's knowledge.
//
// Each action is played in each world, and bots continue from there. World n and its random numbers are the same for
// all actions, so compare actions within worlds rather than by their means.

import type { Engine } from "./game";
import type { EngineModule } from "./module";
import { setDecision, setObservation } from "./observed";
import type { OwnedRecord } from "./records";
import { worldsStart } from "./seeds";

/** A turn limit that no playout reaches: games are played to their end. */
const NEVER = 1 << 30;

export interface PlayoutOptions {
  seed?: number | bigint;
  /** The number of the first world; later calls can add worlds. */
  first?: number;
  /** Turns per player after which final points are estimated; 0 plays every game to its end. */
  rounds?: number;
}

export interface Playouts {
  /** The seat that plays the actions. */
  seat: number;
  /** Points by world, action and seat. */
  scores: number[][][];
  /** Ranks by world, action and seat, from 1; ties share one. */
  ranks: number[][][];
}

/** Plays actions of an observation in sampled worlds, reusing its memory between calls. */
export class PlayoutRunner {
  private readonly seen: OwnedRecord<EngineModule["layout"]["observation"]>;

  constructor(private readonly engine: Engine) {
    this.seen = engine.module.record(engine.module.layout.observation);
  }

  /** The relative likelihood that each player holds each ticket, judging by the public state. */
  likelihoods(observation: Uint8Array): BigInt64Array {
    const { module, ruleset, rules } = this.engine;
    setObservation(this.engine, this.seen, observation);
    const { address } = this.seen;
    const players = this.seen.number("players");
    const [tickets, weights] = [ruleset.tickets.length, Float64Array.from(ruleset.belief)];
    const [belief, likely] = [module.store(weights), module.allocate(8 * players * tickets)];
    module.calls.likelihoods(address, 1, rules, 1, 0, belief, weights.length, likely, players, tickets);
    const found = new BigInt64Array(module.memory.buffer, likely, players * tickets).slice();
    for (const address of [belief, likely]) module.calls.release(address);
    return found;
  }

  /**
   * Play legal actions of the observation's seat in this number of worlds. Throws IllegalAction if the seat is not to act,
   * and RangeError if an action is illegal.
   */
  run(observation: Uint8Array, actions: number[], worlds: number, options: PlayoutOptions = {}): Playouts {
    return this.played(observation, actions, worlds, options);
  }

  /** The seat's knowledge at the end of each world in which it played an action. */
  *endings(observation: Uint8Array, action: number, worlds: number, seed: number): Generator<Uint8Array> {
    const { module, seen } = this.engine;
    for (let first = 0; first < worlds; first++) {
      let end = observation;
      this.played(observation, [action], 1, { seed, first }, (state, seat) => {
        module.calls.observe(state, 1, 0, seat, seen.address, 1, 0);
        end = seen.bytes();
      });
      yield end;
    }
  }

  /** A random state that agrees with the observation, with opponents' tickets drawn by the likelihood that
   * their moves suggest. */
  likelyWorld(observation: Uint8Array, seed: number): Uint8Array {
    const { module, ruleset, rules } = this.engine;
    const likely = module.store(this.likelihoods(observation));
    const players = this.seen.number("players");
    const [start, random] = [module.store(BigUint64Array.of(worldsStart(seed))), module.allocate(8)];
    module.calls.world_seeds(start, 1, 0, random, 1);
    const state = module.record(module.layout.state);
    const worth = [likely, players, ruleset.tickets.length] as const;
    module.calls.imagine(this.seen.address, 1, rules, 1, 0, ...worth, random, 1, state.address, 1, 0);
    const bytes = state.bytes();
    for (const address of [likely, start, random]) module.calls.release(address);
    state.release();
    return bytes;
  }

  private played(
    observation: Uint8Array,
    actions: number[],
    worlds: number,
    options: PlayoutOptions,
    ended: (state: number, seat: number) => void = () => undefined,
  ): Playouts {
    const { module, ruleset, rules } = this.engine;
    const { seed = 0, first = 0, rounds = 0 } = options;
    const { layout } = module;
    setDecision(this.engine, this.seen, observation);
    const likely = this.likelihoods(observation);
    const { address: seen } = this.seen;
    const [seat, players] = [this.seen.number("seat"), this.seen.number("players")];
    for (const action of actions) {
      if (!this.engine.notation.means(action) || !module.calls.is_legal(seen, 1, rules, 1, 0, seat, action)) {
        throw new RangeError(`action ${action} is illegal for the observation's seat`);
      }
    }
    const taken: number[] = [];
    const store = (bytes: ArrayBufferView) => (taken.push(module.store(bytes)), taken.at(-1)!);
    const room = (size: number) => (taken.push(module.allocate(Math.max(8, size))), taken.at(-1)!);
    const judged = rounds > 0 && ruleset.network !== null;
    const net = judged ? ruleset.network! : { inner: [], bias: [], outer: [], last: [0] };
    const floats = (values: number[]) => store(Float64Array.from(values));
    const numbers = ruleset.bots[ruleset.model]!;
    const every = Array.from({ length: players }, () => numbers).flat();
    const judging = ruleset.bots["planner"]!;
    const cells = worlds * actions.length * players;
    const [scores, ranks] = [room(8 * cells), room(cells)];
    const model = Array<number>(layout.seats).fill(module.place(`decide_${ruleset.model}`));
    const appraisers = judged ? Array<number>(layout.seats).fill(module.place("appraise")) : model;
    const [start, seeds] = [store(BigUint64Array.of(worldsStart(seed))), room(8 * worlds)];
    module.calls.world_seeds(start, 1, first, seeds, worlds);
    // The groups of arguments and their members, with their names in games/loops.py.
    const trial = [
      ...[seen, 1],
      ...[rules, 1],
      ...[store(BigInt64Array.from(actions, BigInt)), actions.length],
      ...[store(likely), players, ruleset.tickets.length],
      ...[seeds, worlds],
    ];
    const crew = [
      ...model,
      ...[room(8 * players), players, 1],
      ...[store(BigInt64Array.from(every, BigInt)), players, numbers.length],
      ...[room(players * layout.work.size), players],
      ...[room(8 * players), players],
    ];
    const values = [
      judged ? rounds * players : NEVER,
      ...appraisers,
      ...[store(BigInt64Array.from(judging, BigInt)), judging.length],
      ...[floats(net.inner.flat()), net.inner.length, net.inner[0]?.length ?? 0],
      ...[floats(net.bias), net.bias.length],
      ...[floats(net.outer), net.outer.length],
      ...[floats(net.last), net.last.length],
      ...[room(8 * 2 * players * ruleset.figures), 2, players, ruleset.figures],
    ];
    const states = [room(2 * layout.state.size), 2];
    const observations = [room(layout.observation.size), 1];
    const results = [
      ...[scores, worlds, actions.length, players],
      ...[ranks, worlds, actions.length, players],
    ];
    module.calls.play_worlds(...trial, ...crew, ...values, ...states, ...observations, ...results);
    ended(states[0]! + layout.state.size, seat);
    const { buffer } = module.memory;
    const table = (values: ArrayLike<number>): number[][][] =>
      Array.from({ length: worlds }, (_, world) =>
        actions.map((_, place) => {
          const start = (world * actions.length + place) * players;
          return Array.from({ length: players }, (_, player) => values[start + player]!);
        }),
      );
    const found = {
      seat,
      scores: table(new Float64Array(buffer, scores, cells)),
      ranks: table(new Int8Array(buffer, ranks, cells)),
    };
    for (const address of taken) module.calls.release(address);
    return found;
  }

  /** Free its memory. Later calls throw TypeError, but a second release does nothing. */
  release(): void {
    this.seen.release();
  }
}
