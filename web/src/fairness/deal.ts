// The cards and tickets of a game in the order of its key, and a list of deviations from it. Each kind of game
// replays its own deal (`deal.ts` of the kind).
import { cardOrder, copiesOf } from "../lib/names";
import type { Card, Counts, LogEntry, RulesetInfo, Summary } from "../lib/types";
import type { CheckedRecord } from "../lib/record";
import { Stream } from "./stream";

/** The input of a check. `hand`: the seat's hand at the end; `log`: what the seat was shown. */
export interface DealInput {
  key: Uint8Array;
  record: CheckedRecord;
  log: LogEntry[];
  summary: Summary;
  seat: number | null;
  hand: Counts | null;
}

/** The kinds of comparison. */
export type Kind = "dealt" | "drawn" | "market" | "turned" | "tickets";

export interface Deviation {
  version: number;
  kind: Kind;
}

export interface Findings {
  counts: Record<Kind, number>;
  deviations: Deviation[];
}

export type ReplayDeal<R extends RulesetInfo = RulesetInfo> = (ruleset: R, input: DealInput) => Findings;

export class Deal implements Findings {
  readonly counts = { dealt: 0, drawn: 0, market: 0, turned: 0, tickets: 0 };
  readonly deviations: Deviation[] = [];
  readonly stream: Stream;
  /** The version of the game whose events are checked. */
  version = 0;
  /** The deck, top card last. */
  deck: Card[] = [];
  discard: Counts = {};
  market: (Card | null)[] = [null, null, null, null, null];
  /** The ticket deck, top ticket first. */
  tickets: string[] = [];
  readonly hands: Counts[];
  readonly offers: string[][];
  private readonly drawn: Card[];
  private readonly choices: string[][];

  constructor(
    readonly ruleset: RulesetInfo,
    readonly input: DealInput,
  ) {
    const { players, first } = input.record;
    this.stream = new Stream(input.key);
    this.hands = Array.from({ length: players }, () => ({}));
    this.offers = Array.from({ length: players }, () => []);
    this.drawn = input.summary.turns.flatMap((turn) => turn.drew);
    this.choices = input.summary.turns.filter((turn) => turn.offered).map((turn) => turn.kept);
    this.compare("dealt", this.stream.below(players), first);
  }

  compare(kind: Kind, mine: unknown, theirs: unknown): void {
    this.counts[kind]++;
    if (mine !== theirs) this.deviations.push({ version: this.version, kind });
  }

  /** The seats in turn order, from the given one. */
  *round(from: number): Generator<number> {
    const { players } = this.input.record;
    for (let step = 0; step < players; step++) yield (from + step) % players;
  }

  /** All cards that are in no hand, shuffled. */
  newDeck(): void {
    const { cards } = this.ruleset;
    const held = (card: Card) => this.hands.reduce((sum, hand) => sum + (hand[card] ?? 0), 0);
    this.deck = cardOrder.flatMap((card) => Array<Card>(copiesOf(cards, card) - held(card)).fill(card));
    this.stream.shuffle(this.deck);
  }

  /** Take the top card; if the deck is empty, shuffle the discard pile first. */
  top(): Card | null {
    if (!this.deck.length) {
      this.deck = cardOrder.flatMap((card) => Array<Card>(this.discard[card] ?? 0).fill(card));
      this.discard = {};
      this.stream.shuffle(this.deck);
    }
    return this.deck.pop() ?? null;
  }

  gain(seat: number, card: Card | null, count = 1): void {
    if (card) this.hands[seat]![card] = (this.hands[seat]![card] ?? 0) + count;
  }

  drop(card: Card | null, count = 1): void {
    if (card) this.discard[card] = (this.discard[card] ?? 0) + count;
  }

  /** Deal the hands of a new game. late: further cards for each player in the later half of the turn order. */
  dealHands(count: number, late = 0): void {
    const { players } = this.input.record;
    let place = 0;
    for (const seat of this.round(this.input.record.first)) {
      const further = place++ >= Math.ceil(players / 2) ? late : 0;
      for (let i = 0; i < count + further; i++) {
        this.gain(seat, this.top());
        this.counts.dealt++;
      }
    }
  }

  /** Draw from the deck. The summary names the card, and so does the log if it is the seat's own. */
  draw(seat: number, shown: Card | null): void {
    const card = this.top();
    this.compare("drawn", card, this.drawn.shift());
    if (shown) this.compare("drawn", card, shown);
    this.gain(seat, card);
  }

  /** Compare the market with the events. */
  compareMarket(slots: Record<string, Card>): void {
    for (const [slot, card] of Object.entries(slots)) this.compare("market", this.market[Number(slot)], card);
  }

  offer(seat: number, count: number): void {
    this.offers[seat]!.push(...this.tickets.splice(0, count));
  }

  /** Check that kept tickets were on offer; return the others, in the order dealt. */
  keep(seat: number, kept: string[] | undefined): string[] {
    const offered = this.offers[seat]!;
    for (const ticket of kept ?? []) this.compare("tickets", offered.includes(ticket), true);
    this.offers[seat] = [];
    return offered.filter((ticket) => !kept?.includes(ticket));
  }

  /** The next choice of tickets in the summary. */
  nextChoice(): string[] | undefined {
    return this.choices.shift();
  }

  /** Compare the seat's hand at the end: cards dealt and drawn, less those played. */
  compareHand(): void {
    const { seat, hand } = this.input;
    if (seat === null || !hand) return;
    for (const card of cardOrder) this.compare("dealt", this.hands[seat]![card] ?? 0, hand[card] ?? 0);
  }
}
