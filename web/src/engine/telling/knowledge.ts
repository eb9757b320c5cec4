// Fields of a record by their meaning: of the true state of a game (`Facts`), or of a seat's knowledge (`Knowledge`).

import type { Card, Counts, Phase } from "../../lib/types";
import type { Engine, Game } from "../game";
import { NONE } from "../game";
import { RecordView, seatsToAct, type Layout } from "../records";

/** The fields of a record, given by its bytes. */
export class Facts {
  private readonly record: RecordView<Layout>;

  constructor(
    readonly engine: Engine,
    readonly bytes: Uint8Array,
    layout: Layout,
  ) {
    this.record = new RecordView(layout, bytes.slice(), 0);
  }

  /** One number of a field, by its place. */
  number(name: string, ...at: number[]): number {
    return this.record.number(name, ...at);
  }

  /** The numbers along the last axis of a field. */
  row(name: string, ...at: number[]): number[] {
    return this.record.row(name, ...at).map(Number);
  }

  /** The members of a bit set, in order. `less` is an earlier record; its members are omitted. */
  members(name: string, at: number, less?: Facts): number[] {
    const then = less?.record.members(name, at);
    return this.record.members(name, at).filter((each) => !then?.includes(each));
  }

  /** A number of the rules. */
  rule(name: string, ...at: number[]): number {
    return this.engine.rule(name, ...at);
  }

  get players(): number {
    return this.number("players");
  }

  get seats(): number[] {
    return Array.from({ length: this.players }, (_, seat) => seat);
  }

  get phase(): Phase {
    return this.engine.module.layout.phases[this.number("phase")]!;
  }

  /** The first word of the last action's text. */
  get did(): string | undefined {
    return this.engine.module.layout.words[this.number("did")];
  }

  /** Whether all players choose at the same time. */
  get simultaneous(): boolean {
    return this.engine.module.layout.simultaneous.includes(this.number("phase"));
  }

  /** The seats with a decision to make. */
  get toAct(): number[] {
    return seatsToAct(this.engine.module.layout, this.record);
  }

  /** The name of a card; null for an empty slot. */
  card(card: number): Card | null {
    return card === NONE ? null : this.engine.module.layout.cards[card]!;
  }

  /** The names of cards; empty slots are left out. */
  cards(cards: number[]): Card[] {
    return cards.flatMap((card) => this.card(card) ?? []);
  }

  /** Counts by card without zeros. */
  counts(counts: number[]): Counts {
    const { cards } = this.engine.module.layout;
    const found: Counts = {};
    for (let card = 0; card < counts.length; card++) if (counts[card]) found[cards[card]!] = counts[card]!;
    return found;
  }

  /** The face-up cards by slot. */
  get market(): (Card | null)[] {
    return this.row("market").map((card) => this.card(card));
  }

  /** The ids of tickets. */
  tickets(numbers: number[]): string[] {
    return numbers.map((number) => this.engine.ruleset.tickets[number]!);
  }

  /** The id of a route. */
  route(number: number): string {
    return this.engine.ruleset.info.routes[number]!.id;
  }

  /** The id of a city. */
  city(number: number): string {
    return this.engine.ruleset.info.cities[number]!.id;
  }

  /** The tickets on offer to a seat, in order. */
  offerOf(seat: number): number[] {
    return this.row("offer", seat).slice(0, this.number("offer_size", seat));
  }
}

/** A number of a record as in JSON: NONE is null. */
export const orNull = (number: number): number | null => (number === NONE ? null : number);

/** The true state of a game. */
export const factsOf = (game: Game): Facts =>
  new Facts(game.engine, game.state.bytes(), game.engine.module.layout.state);

/** A seat's knowledge; a spectator has no seat. */
export class Knowledge extends Facts {
  constructor(
    engine: Engine,
    readonly seat: number | null,
    bytes: Uint8Array,
  ) {
    super(engine, bytes, engine.module.layout.observation);
  }

  /** The current knowledge of a seat or a spectator. */
  static of(game: Game, seat: number | null): Knowledge {
    return new Knowledge(game.engine, seat, game.observe(seat ?? NONE));
  }

  private offered: number[] | null = null;
  private possible: number[] | null = null;

  get offer(): readonly number[] {
    this.offered ??= this.seat === null ? [] : this.offerOf(this.seat);
    return this.offered;
  }

  /** Ask the module about this record: `name(records, n, rules, 1, 0, ...values)`. */
  ask(name: string, ...values: number[]): number {
    const { module, rules, seen } = this.engine;
    seen.set(this.bytes);
    return module.call(name, seen.address, 1, rules, 1, 0, ...values);
  }

  /** The seat's legal actions as numbers; of the declarations, only some are listed. */
  get legal(): readonly number[] {
    this.possible ??= this.listLegal();
    return this.possible;
  }

  private listLegal(): number[] {
    if (this.seat === null) return [];
    const { listed, module } = this.engine;
    return this.engine.actions(this.ask("legal", this.seat, listed, module.layout.mostLegal));
  }
}
