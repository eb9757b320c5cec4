// The parts of a compiled board that mechanisms write: the record of the rules, the actions, and the data for clients.
import type { RouteColor, RouteKind } from "../../lib/types";
import type { KindLayout } from "../module";
import { RecordView } from "../records";
import type { Board as BoardData, CityRow, TicketRow } from "../../lib/wholeboard";
import type { BoardsFile } from "./format";

/** Every catalogue contains the subsets of an offer of this size, so its numbers do not depend on smaller offers. */
const LISTED = 6;
/** Maximum number of cards of a small payment. */
const MOST_SMALL = 3;

export interface Route {
  id: string;
  a: string;
  b: string;
  length: number;
  points: number;
  color: RouteColor;
  kind: RouteKind;
  wilds: number;
  twins: string[];
  trains: number;
  /** The numbers of players with which the route is in play; empty: all (MECH-3). */
  players: number[];
  /** Whether it takes small trains (MECH-7). */
  small: boolean;
}

/** A board whose rows are in the order of their ids, which are the engine's numbers. */
export interface Board {
  data: BoardData;
  file: BoardsFile;
  layout: KindLayout;
  cities: CityRow[];
  routes: Route[];
  tickets: TicketRow[];
  city: Map<string, number>;
  route: Map<string, number>;
}

/** The record of the rules, which the engine reads. */
export class Rules {
  readonly bytes: Uint8Array;
  private readonly view: RecordView<KindLayout["rules"]>;

  constructor(private readonly layout: KindLayout["rules"]) {
    this.bytes = new Uint8Array(layout.size);
    this.view = new RecordView(layout, { buffer: this.bytes.buffer as ArrayBuffer }, 0);
  }

  private place(name: string, at: readonly number[]): number {
    const [, , ...shape] = this.layout.fields[name]!;
    if (at.length !== shape.length || at.some((one, axis) => one < 0 || one >= shape[axis]!))
      throw new RangeError(`the rules have no ${name}[${at.join(", ")}]`);
    return at.reduce((place, one, axis) => place * shape[axis]! + one, 0);
  }

  set(name: string, value: number | boolean, ...at: number[]): void {
    this.view.array(name)[this.place(name, at)] = Number(value);
  }

  get(name: string, ...at: number[]): number {
    return Number(this.view.array(name)[this.place(name, at)]);
  }

  /** Add a bit to a set of at most 64. */
  addBit(name: string, bit: number, ...at: number[]): void {
    const array = this.view.array(name) as BigUint64Array;
    array[this.place(name, at)]! |= 1n << BigInt(bit);
  }

  /** Add a bit to a set of several words, which are the last axis of a field. */
  addMember(name: string, bit: number, ...at: number[]): void {
    this.addBit(name, bit & 63, ...at, bit >> 6);
  }
}

/** The numbers of a board's actions, and their texts. */
export class Catalogue {
  readonly texts: string[] = [];
  readonly cards: KindLayout["cards"];
  private readonly codes: Record<string, number>;

  constructor(
    readonly rules: Rules,
    layout: KindLayout,
  ) {
    this.cards = layout.cards;
    this.codes = Object.fromEntries(Object.entries(layout.words).map(([code, word]) => [word, Number(code)]));
  }

  get size(): number {
    return this.texts.length;
  }

  get wild(): number {
    return this.cards.length - 1;
  }

  /** Add an action, named by the first word of its text; return its number. */
  add(word: string, text: string, { arg = 0, color = 0, colored = 0, wild = 0 } = {}): number {
    const action = this.size;
    const { rules } = this;
    rules.set("action_type", this.codes[word]!, action);
    rules.set("action_arg", arg, action);
    rules.set("action_color", color, action);
    rules.set("action_colored", colored, action);
    rules.set("action_wild", wild, action);
    this.texts.push(text);
    return action;
  }

  /** Add an action that is paid with cards. */
  addPaid(
    word: string,
    place: string | null,
    arg: number,
    color: number,
    colored: number,
    wild: number,
  ): number {
    const part = (card: number, count: number) =>
      count ? [count === 1 ? this.cards[card]! : `${this.cards[card]!}*${count}`] : [];
    const paid = [...part(color, color === this.wild ? 0 : colored), ...part(this.wild, wild)].join("+");
    const text = [word, ...(place === null ? [] : [place]), paid].join(":");
    return this.add(word, text, { arg, color, colored, wild });
  }

  addDraws(): void {
    this.rules.set("id_draw", this.add("draw", "draw"));
    this.rules.set("id_take", this.size);
    for (const [color, card] of this.cards.entries()) this.add("take", `take:${card}`, { color });
  }

  /** Add drawing tickets, and keeping any subset of an offer; `offered` is the size of the largest offer. */
  addTickets(offered: number): void {
    this.rules.set("id_tickets", this.add("tickets", "tickets"));
    this.rules.set("id_keep", this.size);
    const subsets = 2 ** Math.max(offered, LISTED);
    for (let arg = 0; arg < subsets; arg++) this.add("keep", "keep:", { arg });
  }

  /** Add payments of one to three cards, in the order of the table `small`; return the first action. */
  addSmall(word: string, place: string | null = null, arg = 0): number {
    const first = this.size;
    for (let color = 0; color < this.wild; color++) {
      for (let colored = 1; colored <= MOST_SMALL; colored++) {
        for (let wild = 0; wild <= MOST_SMALL - colored; wild++) {
          this.rules.set("small", this.size - first, color, colored, wild);
          this.addPaid(word, place, arg, color, colored, wild);
        }
      }
    }
    for (let wild = 1; wild <= MOST_SMALL; wild++) {
      for (let color = 0; color < this.wild; color++)
        this.rules.set("small", this.size - first, color, 0, wild);
      this.addPaid(word, place, arg, this.wild, 0, wild);
    }
    return first;
  }
}

/** One mechanism's part, as in `data.py` of its folder. Everything is optional. */
export interface Writing {
  /** Trains and points of a route in addition to those of its length. */
  more?(data: BoardData, route: string): [trains: number, points: number];
  /** Fill fields of the rules. */
  fill?(rules: Rules, board: Board): void;
  /** Add the mechanism's actions; the fields are already filled. */
  actions?(catalogue: Catalogue, board: Board): void;
  /** The numbers that explain the rules. */
  numbers?(data: BoardData): Record<string, unknown>;
  /** The fields that the data of all kinds of game have. */
  info?(board: Board): Record<string, unknown>;
}

/** The colors that can pay for a route. */
export const colorsOf = ({ color }: Route, cards: readonly string[]): number[] =>
  color === "gray" ? [...cards.slice(0, -1).keys()] : [cards.indexOf(color)];
