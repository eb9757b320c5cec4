// The initially selected payment, and the consequences of a payment.
import { beforeAll, expect, test } from "vitest";
import { languages } from "../src/i18n";
import type { Payment } from "../src/lib/legal";
import { Names } from "../src/lib/names";
import type { Card, Counts, NetworkRulesetInfo, RouteKind } from "../src/lib/types";
import type { Game } from "../src/network/mechanism";
import { consequence } from "../src/network/mechanisms/tunnels/consequence";
import { cheapestPayment } from "../src/network/payments";
import * as europe from "./frames/europe";

const way = (cards: Counts): Payment => ({ action: JSON.stringify(cards), cards }) as Payment;
const WAYS = [way({ white: 2 }), way({ black: 2 }), way({ white: 1, wild: 1 }), way({ wild: 2 })];

test.each<[Card[], Counts]>([
  [[], { white: 2 }],
  [["white"], { black: 2 }],
  [["black"], { white: 2 }],
  [["white", "black"], { white: 2 }],
])("a gray route is paid with what no ticket needs: %j", (wanted, cards) => {
  expect(cheapestPayment(WAYS, new Set(wanted))?.cards).toEqual(cards);
});

test("without a way to pay there is no payment", () => {
  expect(cheapestPayment([], new Set())).toBeUndefined();
});

beforeAll(() => languages.open("games"));

const ruleset = europe.ruleset as NetworkRulesetInfo;
const first = (kind: RouteKind): string => ruleset.routes.find((route) => route.kind === kind)!.id;
const told = (kind: RouteKind, hand: Counts, cards: Counts) =>
  consequence(first(kind), way(cards), { ruleset, names: new Names(ruleset), view: { hand } } as Game);

test.each<[Counts, Counts, number]>([
  [{ red: 2 }, { red: 2 }, 0],
  [{ red: 4, wild: 2, blue: 5 }, { red: 2 }, 4],
  [{ red: 4, wild: 3 }, { red: 1, wild: 1 }, 5],
  [{ red: 4, wild: 3 }, { wild: 2 }, 1], // only locomotives pay after locomotives (EUR-16)
])("a tunnel tells how many cards are left for its surcharge: %j", (hand, cards, left) => {
  const found = told("tunnel", hand, cards);
  expect(found!.text).toContain(left ? `you keep ${left} ` : "you keep none ");
  expect(found!.risky).toBe(left < 3); // EUR-14
});

test("other routes have no surcharge", () => {
  expect(told("normal", { red: 9 }, { red: 1 })).toBeNull();
});
