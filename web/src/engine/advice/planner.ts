// The compiled planner with its scratch space, for one piece of advice.

import type { Engine } from "../game";
import type { KindLayout } from "../module";
import type { RecordView } from "../records";
import type { Knowledge } from "../telling/knowledge";

export class Planner {
  /** The seat's knowledge and the planner's scratch space, in the module's memory. */
  readonly seen: RecordView<KindLayout["observation"]>;
  readonly work: RecordView<KindLayout["work"]>;
  private readonly engine: Engine;
  private numbers: [address: number, count: number];
  private readonly told: [address: number, count: number];
  private readonly taken: number[] = [];

  constructor(knowledge: Knowledge) {
    this.engine = knowledge.engine;
    const { module, ruleset } = this.engine;
    const keep = (address: number) => (this.taken.push(address), address);
    this.seen = module.view(module.layout.observation, keep(module.store(knowledge.bytes)));
    this.work = module.view(module.layout.work, keep(module.allocate(module.layout.work.size)));
    this.numbers = this.stored(ruleset.bots["planner"]!);
    this.told = this.stored(ruleset.told);
  }

  /** Run a function with a planner, and then free the planner's memory. */
  static with<T>(knowledge: Knowledge, run: (planner: Planner) => T): T {
    const planner = new Planner(knowledge);
    try {
      return run(planner);
    } finally {
      for (const address of planner.taken) knowledge.engine.module.calls.release(address);
    }
  }

  private stored(numbers: number[]): [number, number] {
    return [this.room(numbers), numbers.length];
  }

  /** Use other numbers from now on; by default the planner's own. */
  use(numbers = this.engine.ruleset.bots["planner"]!): void {
    this.numbers = this.stored(numbers);
  }

  /** Let the planner decide; return its action. */
  decide(): number {
    const { module, rules } = this.engine;
    const random = module.allocate(8);
    const [seen, work] = [this.seen.address, this.work.address];
    const action = module.decide("planner")(seen, 1, rules, 1, 0, random, 1, ...this.numbers, work, 1);
    module.calls.release(random);
    return action;
  }

  /** Let the planner plan, at any time of a game. */
  appraise(): void {
    const { module, rules } = this.engine;
    const random = module.allocate(8);
    const [seen, work] = [this.seen.address, this.work.address];
    module.call("appraise", seen, 1, rules, 1, 0, random, 1, ...this.numbers, work, 1);
    module.calls.release(random);
  }

  /** Ask one of the functions that are compiled for advice (`queries.py` in Python). */
  ask(name: string, ...values: number[]): number {
    return this.query(name, this.numbers, values);
  }

  /** Do the same with the planner's numbers for figures that are shown to players. */
  askTold(name: string, ...values: number[]): number {
    return this.query(name, this.told, values);
  }

  private query(name: string, numbers: number[], values: number[]): number {
    const { module, rules } = this.engine;
    const records = {
      seen: [this.seen.address],
      rules: [rules],
      numbers,
      work: [this.work.address],
    };
    const first = module.layout.queries[name]!.flatMap((record) => records[record]);
    return module.call(name, ...first, ...values);
  }

  /** Allocate space for numbers that a function reads or writes; returns its address. The space is freed
   * after the advice. */
  room(numbers: number[]): number {
    const address = this.engine.module.store(BigInt64Array.from(numbers, BigInt));
    this.taken.push(address);
    return address;
  }

  /** The numbers in such a space. */
  read(address: number, count: number): number[] {
    return Array.from(new BigInt64Array(this.engine.module.memory.buffer, address, count), Number);
  }

  /** A number of the scratch space. */
  number(name: string, ...at: number[]): number {
    return this.work.number(name, ...at);
  }

  /** The numbers along the last axis of a field of the scratch space. */
  row(name: string, ...at: number[]): number[] {
    return this.work.row(name, ...at).map(Number);
  }
}
