// The order of cards and tickets in a map game, for verifying its shuffle (docs/fairness.md). It follows the log; the
// only rules it knows are how cards are dealt, revealed and shuffled.
import { Deal, type Findings, type DealInput } from "../fairness/deal";
import { cardOrder, entries } from "../lib/names";
import type { Card, Counts, NetworkEvent, NetworkRulesetInfo } from "../lib/types";

export function replayDeal(ruleset: NetworkRulesetInfo, input: DealInput): Findings {
  const { numbers } = ruleset;
  const deal = new Deal(ruleset, input);
  /** Cards revealed for a tunnel; they stay on the table until the end of the turn. */
  let turned: Card[] = [];

  function pay(seat: number, cards: Counts, laidBefore: boolean): void {
    for (const [card, count] of entries(cards)) {
      if (!laidBefore) deal.gain(seat, card, -count);
      deal.drop(card, count);
    }
  }

  function settle(): void {
    const fill = () => (deal.market = deal.market.map((card) => card ?? deal.top()));
    const wilds = () => deal.market.filter((card) => card === "wild").length;
    if (deal.market.includes(null)) fill();
    for (let times = 0; wilds() >= numbers.wilds_reset && times < numbers.wilds_resets && helps(); times++) {
      deal.market.forEach((card) => deal.drop(card));
      deal.market = deal.market.map(() => null);
      fill();
    }
  }

  /** Whether a new market could have fewer wilds. */
  function helps(): boolean {
    const all = [...deal.deck, ...deal.market.filter((card) => card !== null)];
    const discarded = entries(deal.discard).reduce((sum, [, count]) => sum + count, 0);
    const wilds = all.filter((card) => card === "wild").length + (deal.discard.wild ?? 0);
    const cards = all.length + discarded;
    return cards >= 5 && cards - wilds > 5 - numbers.wilds_reset;
  }

  function shuffleTickets(long: boolean, count: number): void {
    deal.tickets = ruleset.tickets.filter((ticket) => ticket.long === long).map((ticket) => ticket.id);
    deal.stream.shuffle(deal.tickets);
    for (const seat of deal.round(input.record.first)) deal.offer(seat, count);
  }

  /** The deck of long tickets, if players announce how many they take from it. */
  let longDeck: string[] = [];
  const isLong = new Set(ruleset.tickets.flatMap(({ id, long }) => (long ? [id] : [])));

  /** Put refused tickets where they belong. */
  function putBack(refused: string[], where: typeof numbers.draw_refused): void {
    if (where === "removed") return;
    for (const id of refused) (numbers.mixture && isLong.has(id) ? longDeck : deal.tickets).push(id);
  }

  function shuffleDecks(): void {
    deal.stream.shuffle(deal.tickets);
    deal.stream.shuffle(longDeck);
  }

  deal.newDeck();
  deal.dealHands(numbers.start_hand, numbers.late_hand);
  settle();
  if (numbers.mixture) {
    shuffleTickets(true, 0);
    longDeck = deal.tickets;
    shuffleTickets(false, 0);
  } else {
    if (numbers.start_long) shuffleTickets(true, numbers.start_long);
    shuffleTickets(false, numbers.start_tickets);
  }

  /** The figures at each place. */
  const figures: Record<string, Card[]> = {};
  const { passengers, passenger_colors, passenger_places } = numbers;
  const bag = cardOrder.filter((color) => passenger_colors?.includes(color));
  const shuffled = bag.flatMap((color) => Array<Card>(passengers ?? 0).fill(color));
  if (passengers) deal.stream.shuffle(shuffled);
  for (const { id, country } of ruleset.cities) {
    const place = country ?? id;
    figures[place] ??= shuffled.splice(0, passenger_places?.[place] ?? 0);
  }

  /** The payment for the current tunnel. */
  let laid = false;
  for (const { version, events } of input.log) {
    deal.version = version;
    let opening = false;
    for (const event of events as NetworkEvent[]) {
      switch (event.event) {
        case "opening_done":
          opening = true;
          for (const seat of deal.round(input.record.first)) {
            putBack(deal.keep(seat, input.summary.players[seat]?.kept), numbers.start_refused);
          }
          if (numbers.start_refused === "shuffled") shuffleDecks();
          break;
        case "drew":
          deal.draw(event.seat, event.card);
          break;
        case "took":
          deal.compare("market", deal.market[event.slot], event.card);
          deal.gain(event.seat, event.card);
          deal.market[event.slot] = null;
          settle();
          break;
        case "tunnel":
          laid = true;
          for (const [card, count] of entries(event.payment)) deal.gain(event.seat, card, -count);
          turned = event.revealed.map((card) => {
            const mine = deal.top();
            deal.compare("turned", mine, card);
            return mine ?? card;
          });
          break;
        case "surcharge":
          pay(event.seat, event.payment, false);
          break;
        case "claimed":
          pay(event.seat, event.payment, laid);
          laid = false;
          break;
        case "withdrew":
          laid = false;
          break;
        case "station":
          pay(event.seat, event.payment, false);
          break;
        case "drew_tickets":
          deal.offer(event.seat, event.count);
          break;
        case "mixed":
          deal.offers[event.seat]!.push(...longDeck.splice(0, event.long));
          deal.offer(event.seat, event.regular);
          break;
        case "boarded": {
          const there = figures[event.place]!;
          deal.compare("dealt", there.includes(event.color), true);
          there.splice(there.indexOf(event.color), 1);
          break;
        }
        case "kept":
          putBack(deal.keep(event.seat, deal.nextChoice()), numbers.draw_refused);
          if (numbers.draw_refused === "shuffled") shuffleDecks();
          break;
        case "turn":
        case "over":
          if (opening) break;
          turned.forEach((card) => deal.drop(card));
          turned = [];
          settle();
          break;
      }
    }
    for (const event of events as NetworkEvent[]) {
      if (event.event === "refilled") deal.compareMarket(event.slots);
      if (event.event === "market_reset")
        event.market.forEach((card, slot) => deal.compare("market", deal.market[slot], card));
      if (event.event === "reshuffled") deal.compare("market", deal.deck.length, event.deck);
    }
  }
  deal.compareHand();
  return deal;
}
