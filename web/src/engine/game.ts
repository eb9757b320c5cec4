// Games without a server: rules, bots and playouts of the engine, compiled for the browser.

import type { EngineModule } from "./module";
import type { RecordView } from "./records";
import type { RulesetFile } from "./ruleset";
import { keyOf } from "./seeds";

/** No seat: a spectator, or a first seat that the seed draws. */
export const NONE = -1;

/** The names at the set bits of a number, which may have more than 32. */
const named = (names: string[], bits: number): string =>
  names.filter((_, place) => Math.floor(bits / 2 ** place) % 2).join(",");

/** An action that is illegal now; the game is unchanged. */
export class IllegalAction extends Error {
  override name = "IllegalAction";
}

/** A ruleset in the memory of its module. */
export class Engine {
  /** Where the compiled rules lie. */
  readonly rules: number;
  /** Scratch space for one call at a time: an observation, listed actions, a bot's space and its generator. */
  readonly seen: RecordView<EngineModule["layout"]["observation"]>;
  readonly listed: number;
  readonly work: number;
  readonly random: number;
  private readonly numbers = new Map<string, [address: number, count: number]>();

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
    const { layout } = module;
    this.seen = module.records(layout.observation)[0]!;
    this.listed = module.allocate(layout.mostLegal * layout.actionBytes);
    this.work = module.allocate(layout.workBytes * layout.seats);
    this.random = module.allocate(8);
  }

  /**
   * Start a game. `seed` is an integer or the 32 bytes of a key; the same seed gives the same game as in Python.
   * `first` is the seat that starts; the seed draws it by default.
   */
  newGame(players: number, seed: number | bigint | Uint8Array, first = NONE): Game {
    const [fewest, most] = this.ruleset.players;
    if (!Number.isInteger(players) || players < fewest || players > most) {
      throw new RangeError(`${this.ruleset.name} is for ${fewest} to ${most} players, not ${players}`);
    }
    const game = new Game(this);
    const key = this.module.store(keyOf(seed));
    this.module.calls.init(game.state.address, 1, this.rules, 1, 0, key, 8, players, first);
    this.module.calls.release(key);
    return game;
  }

  /** What a bot plays for the seat of an observation that is to act. `seed` decides between equals. */
  choose(bot: string, observation: Uint8Array, seed: number | bigint): number {
    const { module, random, rules, seen, work } = this;
    const decide = module.decide(bot);
    const [numbers, count] = this.numbersOf(bot);
    seen.set(observation);
    new BigUint64Array(module.memory.buffer, random, 1)[0] = BigInt(seed);
    return decide(seen.address, 1, rules, 1, 0, random, 1, numbers, count, work, module.layout.seats);
  }

  /** Where the numbers lie by which a bot judges, and how many they are. */
  private numbersOf(bot: string): [number, number] {
    const known = this.numbers.get(bot);
    if (known) return known;
    const numbers = BigInt64Array.from(this.ruleset.bots[bot] ?? [], BigInt);
    const found: [number, number] = [this.module.store(numbers), numbers.length];
    this.numbers.set(bot, found);
    return found;
  }
}

/** A game in progress, with everything that is hidden in it. */
export class Game {
  readonly state: RecordView<EngineModule["layout"]["state"]>;

  constructor(readonly engine: Engine) {
    this.state = engine.module.records(engine.module.layout.state)[0]!;
  }

  /** Give its memory back; the game cannot be used after that. */
  release(): void {
    this.engine.module.calls.release(this.state.address);
  }

  get players(): number {
    return this.state.number("players");
  }

  get over(): boolean {
    return this.state.number("phase") === this.engine.module.layout.over;
  }

  /** The seats that owe a decision. */
  get toAct(): number[] {
    if (this.over) return [];
    if (!this.engine.module.layout.simultaneous.includes(this.state.number("phase")))
      return [this.state.number("player")];
    const chosen = this.state.array("chosen");
    return Array.from({ length: this.players }, (_, seat) => seat).filter((seat) => !chosen[seat]);
  }

  /** The final points by seat, once the game is over. */
  get scores(): number[] {
    return Array.from(this.state.array("final").slice(0, this.players), Number);
  }

  /** The ranks by seat, from 1; ties share one. */
  get ranks(): number[] {
    return Array.from(this.state.array("rank").slice(0, this.players), Number);
  }

  /** The numbers of a seat's legal actions; none if the seat does not have to decide. */
  legal(seat: number): number[] {
    if (!this.toAct.includes(seat)) return [];
    const { listed, module, rules } = this.engine;
    const { actionBytes, mostLegal } = module.layout;
    const count = module.calls.legal(this.state.address, 1, rules, 1, 0, seat, listed, mostLegal);
    const Listed = actionBytes === 2 ? Int16Array : BigInt64Array;
    return Array.from(new Listed(module.memory.buffer, listed, count), Number);
  }

  /** Whether a seat may play an action now. */
  isLegal(seat: number, action: number): boolean {
    const { module, rules, ruleset } = this.engine;
    const { actions, declare, tickets } = ruleset;
    const end = declare === null ? actions.length : declare + 2 ** tickets.length;
    if (!this.toAct.includes(seat) || !Number.isInteger(action) || action < 0 || action >= end) return false;
    return module.calls.is_legal(this.state.address, 1, rules, 1, 0, seat, action) === 1;
  }

  /** Play an action of a seat that is to act, given by its number. Throws IllegalAction. */
  play(seat: number, action: number): void {
    const { module, rules } = this.engine;
    if (!this.isLegal(seat, action)) {
      throw new IllegalAction(`seat ${seat} cannot play ${this.text(action, seat)} now`);
    }
    if (module.calls.play(this.state.address, 1, rules, 1, 0, seat, action)) {
      module.calls.score(this.state.address, 1, rules, 1, 0);
    }
  }

  /** What a seat knows: the bytes of an observation. */
  observe(seat: number): Uint8Array {
    const { module, seen } = this.engine;
    if (!Number.isInteger(seat) || seat < NONE || seat >= this.players)
      throw new RangeError(`no seat ${seat}`);
    module.calls.observe(this.state.address, 1, 0, seat, seen.address, 1, 0);
    return seen.bytes();
  }

  /** What a bot plays for a seat that is to act, knowing only what the seat knows. `seed` decides between equals. */
  choose(bot: string, seat: number, seed: number | bigint): number {
    if (!this.toAct.includes(seat)) throw new IllegalAction(`seat ${seat} has nothing to decide now`);
    return this.engine.choose(bot, this.observe(seat), seed);
  }

  /** The text of an action, as in records: `claim:denver-omaha:purple*3+wild`. */
  text(action: number, seat: number): string {
    const { actions, declare, keep, tickets } = this.engine.ruleset;
    if (declare !== null && action >= declare) return `declare:${named(tickets, action - declare)}`;
    const [first, count] = keep;
    if (action < first || action >= first + count) return actions[action] ?? String(action);
    return `keep:${named(this.offer(seat), action - first)}`;
  }

  /** The number of an action that is given as text. Throws IllegalAction for a text that means nothing now. */
  number(text: string, seat: number): number {
    const { actions, declare, keep, tickets } = this.engine.ruleset;
    const [word, names = ""] = text.split(":");
    const chosen = names ? names.split(",") : [];
    const among = word === "keep" ? this.offer(seat) : tickets;
    const known = chosen.every((name, place) => among.includes(name) && chosen.indexOf(name) === place);
    const bits = chosen.reduce((sum, name) => sum + 2 ** among.indexOf(name), 0);
    if (word === "keep" && known) return keep[0] + bits;
    if (word === "declare" && declare !== null && known) return declare + bits;
    const action = word === "keep" || word === "declare" ? -1 : actions.indexOf(text);
    if (action < 0) throw new IllegalAction(`${text} means nothing in ${this.engine.ruleset.name} now`);
    return action;
  }

  /** The tickets on offer to a seat. */
  private offer(seat: number): string[] {
    const offer = this.state.array("offer");
    const row = (offer.length / this.engine.module.layout.seats) * seat;
    const size = this.state.number("offer_size", seat);
    return Array.from(
      { length: size },
      (_, place) => this.engine.ruleset.tickets[Number(offer[row + place])]!,
    );
  }
}
