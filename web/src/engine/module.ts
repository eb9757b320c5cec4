// A kind of game as a WebAssembly module: the engine's own functions, compiled from its Python sources.

import { RecordView, type Layout } from "./records";

/** The layout of a kind's records, generated from the fields that the engine declares. */
export interface KindLayout {
  readonly kind: string;
  /** The seats that a record has room for. */
  readonly seats: number;
  /** The phase of a finished game. */
  readonly over: number;
  /** The phases in which all players choose at the same time. */
  readonly simultaneous: readonly number[];
  /** The most actions that can be legal at once. */
  readonly mostLegal: number;
  readonly actionBytes: number;
  readonly workBytes: number;
  readonly playoutBytes: number;
  readonly state: Layout;
  readonly observation: Layout;
  readonly rules: Layout;
}

/**
 * The functions of a module. An array is its address and its length (a table: rows and columns), a boolean 0 or 1.
 * `docs/javascript.md` says what each does; the argument `i` is the index of a record in its array.
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
  features(
    o: number,
    m: number,
    r: number,
    one: number,
    j: number,
    player: number,
    out: number,
    tickets: number,
    features: number,
  ): void;
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
  play_worlds(...values: number[]): void;
}

/** Decides for a bot: `decide(observations, m, rules, 1, i, random, 1, numbers, count, work, 1)`. */
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
    const sizes = {
      state: layout.state.size,
      observation: layout.observation.size,
      rules: layout.rules.size,
      work: layout.workBytes,
      playout: layout.playoutBytes,
    };
    for (const [record, size] of Object.entries(sizes)) {
      const found = (exports[`size_of_${record}`] as (() => number) | undefined)?.();
      if (found !== size) {
        throw new TypeError(`this is another module than ${layout.kind}, or of another version: ${record}`);
      }
    }
  }

  /** Make a module ready. `code` are the bytes of a `.wasm` file, or what was compiled of them. */
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

  /** How a bot decides. Throws RangeError for a bot that is not in the module. */
  decide(bot: string): Decide {
    const found = this.exports[`decide_${bot}`];
    if (found === undefined) throw new RangeError(`no bot ${bot}; there are ${this.bots.join(", ")}`);
    return found as Decide;
  }

  /** The place of a function in the module's table, for functions that call others. */
  place(name: string): number {
    return (this.exports[`place_of_${name}`] as () => number)();
  }

  /** So many bytes of zeros, at a multiple of 16. */
  allocate(size: number): number {
    const address = this.calls.allocate(size);
    new Uint8Array(this.memory.buffer, address, size).fill(0);
    return address;
  }

  /** A copy of these bytes in the module's memory. */
  store(bytes: ArrayBufferView): number {
    const source = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const address = this.calls.allocate(Math.max(1, source.length));
    new Uint8Array(this.memory.buffer, address, source.length).set(source);
    return address;
  }

  /** An array of empty records. */
  records<L extends Layout>(layout: L, count = 1): RecordView<L>[] {
    const address = this.allocate(layout.size * count);
    return Array.from({ length: count }, (_, i) => this.view(layout, address + i * layout.size));
  }

  view<L extends Layout>(layout: L, address: number): RecordView<L> {
    return new RecordView(layout, this.memory, address);
  }
}
