// Games without a server: rules, bots and playouts of the engine, compiled for the browser.

import { IllegalAction } from "./errors";
import type { EngineModule } from "./module";
import { setDecision, setObservation } from "./observed";
import { membersOf, seatsToAct, type Layout, type OwnedRecord, type RecordView } from "./records";
import type { RulesetFile } from "./ruleset";
import { integer, keyOf } from "./seeds";
import { Notation } from "./telling/notation";

/** No seat: a spectator, or a starting seat that the seed chooses. */
export const NONE = -1;

/** A ruleset loaded into the memory of its module. */
export class Engine {
  /** The address of the compiled rules. */
  readonly rules: number;
  /** Scratch space for one call at a time: an observation, the listed actions, a bot's work space and its generator. */
  readonly seen: RecordView<EngineModule["layout"]["observation"]>;
  readonly listed: number;
  readonly work: number;
  readonly random: number;
  readonly notation: Notation;
  private readonly numbers = new Map<string, [address: number, count: number]>();
  private readonly ruled: RecordView<Layout>;

  constructor(
    readonly module: EngineModule,
    readonly ruleset: RulesetFile,
  ) {
    if (module.layout.kind !== ruleset.kind) {
      throw new TypeError(
        `${ruleset.name} is played by the module ${ruleset.kind}, not ${module.layout.kind}`,
      );
    }
    const rules = Uint8Array.from(atob(ruleset.rules), (byte) => byte.charCodeAt(0));
    if (rules.length !== module.layout.rules.size) {
      throw new TypeError(`the rules of ${ruleset.name} were compiled for another version of the module`);
    }
    this.rules = module.store(rules);
    this.ruled = module.view<Layout>(module.layout.rules, this.rules);
    this.notation = new Notation(module.layout, ruleset);
    const { layout } = module;
    this.seen = module.record(layout.observation);
    this.listed = module.allocate(layout.mostLegal * layout.actionBytes);
    this.work = module.allocate(layout.work.size * layout.seats);
    this.random = module.allocate(8);
  }

  /**
   * Start a game. `seed` is an integer or the 32 bytes of a key, by default a random key; the same seed gives the same
   * game as in Python. `first` is the seat that starts; the seed draws it by default.
   */
  newGame(
    players: number,
    seed: number | bigint | Uint8Array = crypto.getRandomValues(new Uint8Array(32)),
    first = NONE,
  ): Game {
    const [fewest, most] = this.ruleset.players;
    if (!Number.isInteger(players) || players < fewest || players > most) {
      throw new RangeError(`${this.ruleset.name} is for ${fewest} to ${most} players, not ${players}`);
    }
    if (first !== NONE && !(Number.isInteger(first) && first >= 0 && first < players)) {
      throw new RangeError(`seat ${first} cannot begin a game of ${players} players`);
    }
    const { layout, calls } = this.module;
    const state = this.module.record(layout.state);
    const bytes = keyOf(seed);
    const key = this.module.store(bytes);
    calls.init(state.address, 1, this.rules, 1, 0, key, 8, players, first);
    calls.release(key);
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const game = new Game(this, state.bytes(), hex);
    state.release();
    return game;
  }

  /** A random game in which a seat has this observation; its record starts there. */
  sample(observation: Uint8Array, seed: number | bigint): Game {
    const { module, rules, seen } = this;
    setObservation(this, seen, observation);
    const random = module.store(BigUint64Array.of(integer(seed)));
    const state = module.record(module.layout.state);
    module.calls.determinize(seen.address, 1, rules, 1, 0, random, 1, state.address, 1, 0);
    const bytes = state.bytes();
    module.calls.release(random);
    state.release();
    return this.gameFrom(bytes);
  }

  /** Start a game from a true state: the bytes of a state record. */
  gameFrom(state: Uint8Array): Game {
    return new Game(this, state, null);
  }

  /** A number of the rules. */
  rule(name: string, ...at: number[]): number {
    return this.ruled.number(name, ...at);
  }

  /** The numbers of the rules along the last axis of a field. */
  ruleRow(name: string, ...at: number[]): number[] {
    return this.ruled.row(name, ...at).map(Number);
  }

  /** The members of a bit set in the rules. */
  ruleMembers(name: string, ...at: number[]): number[] {
    return membersOf(this.ruled.value(name, ...at));
  }

  /** Whether the rules of this kind have such a number. */
  hasRule(name: string): boolean {
    return name in this.module.layout.rules.fields;
  }

  /** The number of the wild. */
  get wild(): number {
    return this.module.layout.cards.length - 1;
  }

  /** The first `count` actions of the last list. */
  actions(count: number): number[] {
    const { layout, memory } = this.module;
    const Listed = layout.actionBytes === 2 ? Int16Array : BigInt64Array;
    return Array.from(new Listed(memory.buffer, this.listed, count), Number);
  }

  /**
   * A bot's action for the seat of an observation. `seed` breaks ties; `parameters` names the entry of
   * `ruleset.bots` that the bot evaluates with. Throws IllegalAction if the seat is not to act.
   */
  choose(bot: string, observation: Uint8Array, seed: number | bigint = 0, parameters = bot): number {
    const { module, random, rules, seen, work } = this;
    const decide = module.decide(bot);
    const [numbers, count] = this.numbersOf(parameters);
    setDecision(this, seen, observation);
    new BigUint64Array(module.memory.buffer, random, 1)[0] = integer(seed);
    return decide(seen.address, 1, rules, 1, 0, random, 1, numbers, count, work, module.layout.seats);
  }

  /** The address and number of evaluation parameters. */
  private numbersOf(parameters: string): [number, number] {
    const known = this.numbers.get(parameters);
    if (known) return known;
    const numbers = BigInt64Array.from(this.ruleset.bots[parameters] ?? [], BigInt);
    const found: [number, number] = [this.module.store(numbers), numbers.length];
    this.numbers.set(parameters, found);
    return found;
  }
}

/** A game in progress, including everything hidden. */
export class Game {
  readonly state: OwnedRecord<EngineModule["layout"]["state"]>;
  /** The actions played so far, as seat and text. */
  readonly actions: [seat: number, text: string][] = [];

  constructor(
    readonly engine: Engine,
    private readonly begin: Uint8Array,
    /** The key of the generator as hexadecimal digits; null if the game did not start with a deal. */
    readonly seed: string | null,
  ) {
    this.state = engine.module.record(engine.module.layout.state);
    this.state.set(begin);
  }

  /** The game before its first action. */
  beginning(): Game {
    return new Game(this.engine, this.begin, this.seed);
  }

  /** A random game that the seat cannot distinguish from this one; its record starts there. */
  resample(seat: number, seed: number | bigint): Game {
    return this.engine.sample(this.observe(seat), seed);
  }

  /** Free the game's memory. Later calls throw TypeError, but a second release does nothing. */
  release(): void {
    this.state.release();
  }

  get players(): number {
    return this.state.number("players");
  }

  get over(): boolean {
    return this.state.number("phase") === this.engine.module.layout.over;
  }

  /** The seats that have a decision to make. */
  get toAct(): number[] {
    return seatsToAct(this.engine.module.layout, this.state);
  }

  /** The final points by seat, once the game is over. */
  get scores(): number[] {
    return Array.from(this.state.array("final").slice(0, this.players), Number);
  }

  /** The ranks by seat, from 1; ties share a rank. */
  get ranks(): number[] {
    return Array.from(this.state.array("rank").slice(0, this.players), Number);
  }

  /** The numbers of a seat's legal actions; empty if the seat has no decision to make. */
  legal(seat: number): number[] {
    if (!this.toAct.includes(seat)) return [];
    const { listed, module, rules } = this.engine;
    const { mostLegal } = module.layout;
    return this.engine.actions(
      module.calls.legal(this.state.address, 1, rules, 1, 0, seat, listed, mostLegal),
    );
  }

  /** Whether a seat can play an action now. */
  isLegal(seat: number, action: number): boolean {
    const { module, notation, rules } = this.engine;
    if (!this.toAct.includes(seat) || !notation.means(action)) return false;
    return module.calls.is_legal(this.state.address, 1, rules, 1, 0, seat, action) === 1;
  }

  /** Play an action, given by its number, for a seat that is to act. Throws IllegalAction. */
  play(seat: number, action: number): void {
    const { module, rules } = this.engine;
    if (!this.isLegal(seat, action)) throw new IllegalAction(this.refusal(seat, action));
    this.actions.push([seat, this.text(action, seat)]);
    if (module.calls.play(this.state.address, 1, rules, 1, 0, seat, action)) {
      module.calls.score(this.state.address, 1, rules, 1, 0);
    }
  }

  private refusal(seat: number, action: number): string {
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.players) {
      return `there is no seat ${seat} in a game of ${this.players} players`;
    }
    if (this.over) return "the game is over";
    if (!this.toAct.includes(seat)) return `seat ${seat} has nothing to decide now`;
    if (!this.engine.notation.means(action)) return "there is no action of this number";
    return `${this.text(action, seat)} is not legal now`;
  }

  /** The bytes of the state as if the game ended now. */
  scored(): Uint8Array {
    const { module, rules } = this.engine;
    const state = module.store(this.state.bytes());
    module.calls.score(state, 1, rules, 1, 0);
    const bytes = module.view(module.layout.state, state).bytes();
    module.calls.release(state);
    return bytes;
  }

  /** A seat's knowledge, as the bytes of an observation. */
  observe(seat: number): Uint8Array {
    const { module, seen } = this.engine;
    if (seat !== NONE) this.checkSeat(seat);
    module.calls.observe(this.state.address, 1, 0, seat, seen.address, 1, 0);
    return seen.bytes();
  }

  /** A bot's action for a seat that is to act, based only on the seat's knowledge. `seed` breaks ties. */
  choose(bot: string, seat: number, seed: number | bigint = 0): number {
    if (!this.toAct.includes(seat)) throw new IllegalAction(`seat ${seat} has nothing to decide now`);
    return this.engine.choose(bot, this.observe(seat), seed);
  }

  /** The text of an action, as in records: `claim:denver-omaha:purple*3+wild`. Throws RangeError if there is no
   * such action. */
  text(action: number, seat: number): string {
    if (!this.engine.notation.means(action)) throw new RangeError(`there is no action ${action}`);
    return this.engine.notation.text(action, this.offer(seat));
  }

  /**
   * The number of an action that is given as text. Throws NotationError for an invalid text, and IllegalAction for an
   * action that can never be legal.
   */
  number(text: string, seat: number): number {
    return this.engine.notation.parse(text, this.offer(seat));
  }

  private checkSeat(seat: number): void {
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.players) throw new RangeError(`no seat ${seat}`);
  }

  /** The tickets on offer to a seat. */
  private offer(seat: number): number[] {
    this.checkSeat(seat);
    const size = this.state.number("offer_size", seat);
    return this.state.row("offer", seat).slice(0, size).map(Number);
  }
}
