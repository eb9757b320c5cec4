// Playouts: bots play on from worlds that agree with what a seat knows.
//
// Each action is played in each world, then the game on from there. World n and the chances of its players are the same
// for all actions, so compare actions within worlds rather than by their means.

import type { Engine } from "./game";
import { worldSeeds } from "./seeds";

/** Turns after which no playout is judged before its end. */
const NEVER = 1 << 30;
/** Bound of a log-likelihood, so that no evidence counts as certain. */
const BOUND = 8;

export interface PlayoutOptions {
  seed?: number | bigint;
  /** The number of the first world; later calls can add worlds. */
  first?: number;
  /** Turns of each player after which final points are estimated; 0 plays every game to its end. */
  rounds?: number;
}

export interface Playouts {
  /** The seat of the actions. */
  seat: number;
  /** Points by world, action and seat. */
  scores: number[][][];
  /** Ranks by world, action and seat, from 1; ties share one. */
  ranks: number[][][];
}

/** A half rounds to the even neighbor, as in numpy. */
const rint = (value: number): number => {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 ? rounded - 1 : rounded;
};

/** Plays actions of an observation in worlds. It keeps its memory between calls. */
export class PlayoutRunner {
  private readonly seen: number;

  constructor(private readonly engine: Engine) {
    this.seen = engine.module.allocate(engine.module.layout.observation.size);
  }

  /** The relative likelihood that each player holds each ticket, by what the table shows. */
  likelihoods(observation: Uint8Array): BigInt64Array {
    const { module, ruleset, rules } = this.engine;
    const seen = this.observed(observation);
    const [seat, players] = [seen.number("seat"), seen.number("players")];
    const [tickets, features] = [ruleset.tickets.length, ruleset.belief.length];
    const likely = new BigInt64Array(players * tickets).fill(1n);
    const out = module.allocate(8 * tickets * features);
    for (let player = 0; player < players; player++) {
      if (player === seat || seen.number("ticket_count", player) === 0) continue;
      new BigInt64Array(module.memory.buffer, out, tickets * features).fill(0n);
      module.calls.features(this.seen, 1, rules, 1, 0, player, out, tickets, features);
      const found = new BigInt64Array(module.memory.buffer, out, tickets * features);
      for (let ticket = 0; ticket < tickets; ticket++) {
        let evidence = 0;
        for (let each = 0; each < features; each++) {
          evidence += (Number(found[ticket * features + each]) / 1000) * ruleset.belief[each]!;
        }
        const bounded = Math.min(BOUND, Math.max(-BOUND, evidence));
        likely[player * tickets + ticket] = BigInt(Math.max(1, rint(1000 * Math.exp(bounded))));
      }
    }
    module.calls.release(out);
    return likely;
  }

  /** Play legal actions of the observation's seat in so many worlds. */
  run(observation: Uint8Array, actions: number[], worlds: number, options: PlayoutOptions = {}): Playouts {
    const { module, ruleset, rules } = this.engine;
    const { seed = 0, first = 0, rounds = 0 } = options;
    const { layout } = module;
    const likely = this.likelihoods(observation);
    const seen = this.observed(observation);
    const [seat, players] = [seen.number("seat"), seen.number("players")];
    for (const action of actions) {
      if (!module.calls.is_legal(this.seen, 1, rules, 1, 0, seat, action)) {
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
    module.calls.play_worlds(
      ...[this.seen, 1],
      ...[rules, 1],
      ...[store(BigInt64Array.from(actions, BigInt)), actions.length],
      ...[store(likely), players, ruleset.tickets.length],
      ...[store(worldSeeds(seed, first, worlds)), worlds],
      ...model,
      ...[store(BigInt64Array.from(every, BigInt)), players, numbers.length],
      ...[room(2 * layout.state.size), 2],
      ...[room(layout.observation.size), 1],
      ...[room(8 * players), players, 1],
      ...[room(players * layout.workBytes), players],
      ...[room(8 * players), players],
      judged ? rounds * players : NEVER,
      ...appraisers,
      ...[store(BigInt64Array.from(judging, BigInt)), judging.length],
      ...[room(8 * 2 * players * ruleset.figures), 2, players, ruleset.figures],
      ...[floats(net.inner.flat()), net.inner.length, net.inner[0]?.length ?? 0],
      ...[floats(net.bias), net.bias.length],
      ...[floats(net.outer), net.outer.length],
      ...[floats(net.last), net.last.length],
      ...[scores, worlds, actions.length, players],
      ...[ranks, worlds, actions.length, players],
    );
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

  private observed(observation: Uint8Array) {
    const seen = this.engine.module.view(this.engine.module.layout.observation, this.seen);
    seen.set(observation);
    return seen;
  }
}
