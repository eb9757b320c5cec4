// Which payment is chosen at first.
import { expect, test } from "vitest";
import type { Payment } from "../src/lib/legal";
import { sparing } from "../src/network/pay";
import type { Card, Counts } from "../src/lib/types";

const way = (cards: Counts): Payment => ({ action: JSON.stringify(cards), cards }) as Payment;
const WAYS = [way({ white: 2 }), way({ black: 2 }), way({ white: 1, wild: 1 }), way({ wild: 2 })];

test.each<[Card[], Counts]>([
  [[], { white: 2 }],
  [["white"], { black: 2 }],
  [["black"], { white: 2 }],
  [["white", "black"], { white: 2 }],
])("a gray route is paid with what no ticket needs: %j", (wanted, cards) => {
  expect(sparing(WAYS, new Set(wanted))?.cards).toEqual(cards);
});

test("without a way to pay there is no payment", () => {
  expect(sparing([], new Set())).toBeUndefined();
});
