// The order of cards and tickets in a card game, for verifying its shuffle (docs/fairness.md). It follows the log; the
// only rules it knows are how cards are dealt, revealed and shuffled.
import { Deal, type Findings, type DealInput } from "../fairness/deal";
import type { YardEvent, YardRulesetInfo } from "../lib/types";

export function replayDeal(ruleset: YardRulesetInfo, input: DealInput): Findings {
  const { numbers } = ruleset;
  const deal = new Deal(ruleset, input);
  const next = () => (deal.deck.length ? deal.top() : null);
  /** The seat whose turn it is or was last. */
  let turn = input.record.first;

  deal.hands.forEach((_, seat) => deal.gain(seat, "wild", numbers.start_wilds));
  deal.newDeck();
  deal.dealHands(numbers.start_hand);
  deal.market = deal.market.map(next);
  deal.tickets = ruleset.tickets.map((ticket) => ticket.id);
  deal.stream.shuffle(deal.tickets);
  for (const seat of deal.round(input.record.first)) deal.offer(seat, numbers.start_tickets);

  for (const { version, events } of input.log) {
    deal.version = version;
    for (const event of events as YardEvent[]) {
      switch (event.event) {
        case "opening_done":
          for (const seat of deal.round(input.record.first))
            deal.tickets.push(...deal.keep(seat, input.summary.players[seat]?.kept));
          deal.stream.shuffle(deal.tickets);
          break;
        case "drew":
          deal.draw(event.seat, event.card);
          break;
        case "took":
          deal.compare("market", deal.market[event.slot], event.card);
          deal.gain(event.seat, event.card);
          deal.market[event.slot] = next();
          break;
        case "refilled":
          deal.compareMarket(event.slots);
          break;
        case "placed":
          for (const row of event.rows) {
            deal.gain(event.seat, row.color, -row.cards);
            deal.gain(event.seat, "wild", -row.wilds);
          }
          break;
        case "drew_tickets":
          deal.offer(event.seat, event.count);
          break;
        case "kept":
          deal.tickets.push(...deal.keep(event.seat, deal.nextChoice()));
          break;
        case "turn":
          turn = event.seat;
          break;
        case "new_pass":
          newPass(event.market, event.deck);
          break;
      }
    }
  }
  deal.compareHand();
  return deal;

  /** All cards except the hands form a new deck; cards are dealt one by one, starting left of the last turn. */
  function newPass(market: (string | null)[], size: number): void {
    deal.newDeck();
    const first = (turn + 1) % input.record.players;
    for (let i = 0; i < numbers.second_hand; i++)
      for (const seat of deal.round(first))
        if (deal.deck.length) {
          deal.gain(seat, deal.top());
          deal.counts.dealt++;
        }
    deal.market = deal.market.map(next);
    market.forEach((card, slot) => deal.compare("market", deal.market[slot], card));
    deal.compare("market", deal.deck.length, size);
  }
}
