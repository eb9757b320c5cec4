// A kind of game as a WebAssembly module: the engine's own functions, compiled from its Python sources.

import type { Card, Phase } from "../lib/types";
import { OwnedRecord, RecordView, type Layout } from "./records";

/** The layout of a kind's records, generated from the fields that the engine declares. */
export interface KindLayout {
  readonly kind: string;
  /** A number that changes with the layout of any record; the module of the same version has the same one. */
  readonly fingerprint: number;
  /** The largest number of seats in a record. */
  readonly seats: number;
  /** The phase of a finished game. */
  readonly over: number;
  /** The phases in which all players choose at the same time. */
  readonly simultaneous: readonly number[];
  /** The largest number of legal actions at once. */
  readonly mostLegal: number;
  readonly actionBytes: number;
  readonly playoutBytes: number;
  readonly state: Layout;
  readonly observation: Layout;
  readonly rules: Layout;
  /** The scratch space of bots. */
  readonly work: Layout;
  /** The names of the cards, by their numbers; the wild is last. */
  readonly cards: readonly Card[];
  /** The names of the phases. */
  readonly phases: Readonly<Record<number, Phase>>;
  /** The first word of an action's text, by the type of the action. */
  readonly words: Readonly<Record<number, string>>;
  /** Words that stand alone. */
  readonly bare: readonly string[];
  /** The parts that follow the words of mechanisms, and the error for an action that the ruleset does not
   * have. */
  readonly own: Readonly<
    Record<
      string,
      {
        readonly place: "" | "route" | "city" | "seat" | "count" | "figure";
        readonly paid: boolean;
        readonly never: string;
      }
    >
  >;
  /** The names of the mechanisms, in the order in which they are called. */
  readonly mechanisms: readonly string[];
  /** The parts of the score by mechanism: their names in results, and their fields. */
  readonly scored: Readonly<Record<string, readonly (readonly [part: string, field: string])[]>>;
  /** The functions that advice queries, with the records and numbers that are their first arguments. */
  readonly queries: Readonly<Record<string, readonly ("seen" | "rules" | "numbers" | "work")[]>>;
  /** The parts of the score as reasons of reviews name them, and their fields. */
  readonly points: readonly (readonly [part: string, field: string])[];
  /** The parts of the score that are not reported in addition to a mechanism's own reasons, and those that
   * are never reported. */
  readonly compared: Readonly<
    Record<string, { readonly insteadOf: readonly string[]; readonly never: readonly string[] }>
  >;
  /** The number of worlds in which a review tries a decision. */
  readonly worlds: number;
  /** How records are written. */
  readonly record: { readonly format: string; readonly generator: string; readonly checkEvery: number };
  /** The format of positions. */
  readonly position: string;
  readonly search: Layout;
}

/**
 * The functions of a module. An array is passed as its address and length (a table: rows and columns), a boolean as 0
 * or 1. `docs/javascript.md` describes each function; the argument `i` is the index of a record in its array.
 */
export interface Calls {
  allocate(size: number): number;
  release(address: number): void;
  init(
    s: number,
    n: number,
    r: number,
    one: number,
    i: number,
    key: number,
    eight: number,
    players: number,
    first: number,
  ): void;
  play(s: number, n: number, r: number, one: number, i: number, player: number, action: number): number;
  score(s: number, n: number, r: number, one: number, i: number): void;
  legal(
    s: number,
    n: number,
    r: number,
    one: number,
    i: number,
    player: number,
    out: number,
    most: number,
  ): number;
  is_legal(s: number, n: number, r: number, one: number, i: number, player: number, action: number): number;
  observe(s: number, n: number, i: number, seat: number, o: number, m: number, j: number): void;
  determinize(
    o: number,
    m: number,
    r: number,
    one: number,
    j: number,
    random: number,
    word: number,
    s: number,
    n: number,
    i: number,
  ): void;
  random_games(
    s: number,
    n: number,
    r: number,
    one: number,
    i: number,
    players: number,
    games: number,
    w: number,
    k: number,
  ): number;
  propose(
    o: number,
    m: number,
    r: number,
    one: number,
    j: number,
    planned: number,
    out: number,
    most: number,
  ): number;
  likelihoods(
    o: number,
    m: number,
    r: number,
    one: number,
    j: number,
    weights: number,
    features: number,
    likely: number,
    players: number,
    tickets: number,
  ): void;
  world_seeds(start: number, one: number, first: number, seeds: number, worlds: number): void;
  begin_search(search: number, one: number, seat: number, actions: number, size: number, left: number): void;
  add_results(
    search: number,
    one: number,
    scores: number,
    worlds: number,
    actions: number,
    seats: number,
    scale: number,
  ): void;
  narrow(search: number, one: number, left: number, clear: number): void;
  play_worlds(...values: number[]): void;
  imagine(
    o: number,
    m: number,
    r: number,
    one: number,
    j: number,
    likely: number,
    players: number,
    tickets: number,
    random: number,
    word: number,
    s: number,
    n: number,
    i: number,
  ): void;
  odds(...values: number[]): void;
  mean_and_error(values: number, count: number, found: number, two: number): void;
}

/** Choose a bot's action: `decide(observations, m, rules, 1, i, random, 1, numbers, count, work, 1)`. */
export type Decide = (...values: number[]) => number;

export class EngineModule {
  readonly calls: Calls;
  readonly memory: WebAssembly.Memory;

  private constructor(
    readonly layout: KindLayout,
    private readonly exports: WebAssembly.Exports,
  ) {
    this.calls = exports as unknown as Calls;
    this.memory = exports["memory"] as WebAssembly.Memory;
    const fingerprint = (exports["fingerprint"] as (() => number) | undefined)?.();
    if (fingerprint !== layout.fingerprint)
      throw new TypeError(`this is another module than ${layout.kind}, or of another version`);
  }

  /** Instantiate a module from the bytes of a `.wasm` file or a compiled module. */
  static async load(code: BufferSource | WebAssembly.Module, layout: KindLayout): Promise<EngineModule> {
    const module = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    return new EngineModule(layout, (await WebAssembly.instantiate(module)).exports);
  }

  /** The names of the bots in the module. */
  get bots(): string[] {
    return Object.keys(this.exports)
      .filter((name) => name.startsWith("decide_"))
      .map((name) => name.slice("decide_".length));
  }

  /** The decision function of a bot. Throws RangeError if the module does not have the bot. */
  decide(bot: string): Decide {
    const found = this.exports[`decide_${bot}`];
    if (found === undefined) throw new RangeError(`no bot ${bot}; there are ${this.bots.join(", ")}`);
    return found as Decide;
  }

  /** Call a function that only some kinds have. */
  call(name: string, ...values: number[]): number {
    return (this.exports[name] as (...values: number[]) => number)(...values);
  }

  /** The index of a function in the module's table, for functions that call it by its index. */
  place(name: string): number {
    return (this.exports[`place_of_${name}`] as () => number)();
  }

  /** Allocate zeroed bytes at a multiple of 16. */
  allocate(size: number): number {
    const address = this.calls.allocate(size);
    new Uint8Array(this.memory.buffer, address, size).fill(0);
    return address;
  }

  /** Copy these bytes into the module's memory. */
  store(bytes: ArrayBufferView): number {
    const source = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const address = this.calls.allocate(Math.max(1, source.length));
    new Uint8Array(this.memory.buffer, address, source.length).set(source);
    return address;
  }

  /** Allocate an empty record. */
  record<L extends Layout>(layout: L): OwnedRecord<L> {
    return new OwnedRecord(layout, this.memory, this.allocate(layout.size), this.calls.release);
  }

  view<L extends Layout>(layout: L, address: number): RecordView<L> {
    return new RecordView(layout, this.memory, address);
  }
}
