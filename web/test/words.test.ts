import { describe, expect, test } from "vitest";
import { Names } from "../src/lib/names";
import type { NetworkRulesetInfo } from "../src/lib/types";
import { logged, seatOf, type TextContext } from "../src/lib/words";
import { describeEvent } from "../src/network/words";

const ruleset: Omit<NetworkRulesetInfo, "cards" | "numbers"> = {
  machine: "network",
  id: "test",
  name: "Test",
  translations: {},
  printed: false,
  version: 1,
  min_players: 2,
  max_players: 5,
  draw: { tickets: 3, keep: 1 },
  cities: [
    { id: "denver", name: "Denver", country: null },
    { id: "omaha", name: "Omaha", country: null },
    { id: "at_davos", name: "Österreich", country: "at" },
    { id: "at_vaduz", name: "Österreich", country: "at" },
  ],
  countries: { at: "Austria" },
  routes: [
    {
      id: "denver-omaha",
      a: "denver",
      b: "omaha",
      length: 4,
      color: "purple",
      kind: "normal",
      wilds: 0,
      twins: [],
    },
    { id: "a-ferry", a: "denver", b: "omaha", length: 2, color: "gray", kind: "ferry", wilds: 1, twins: [] },
  ],
  tickets: [
    { id: "denver-omaha", from: "denver", to: ["omaha"], points: [7], long: false },
    { id: "denver-countries", from: "denver", to: ["at", "omaha"], points: [5, 9], long: false },
  ],
  trains: 45,
  stations: 0,
  route_points: { "4": 7, "2": 2 },
};

const names = new Names(ruleset);
const context: TextContext = { names, nameOf: (seat) => ["Ada", "Ben"][seat]!, mine: (seat) => seat === 0 };

describe("events in words", () => {
  test("the player's own seat is addressed, the others are named", () => {
    const claimed = {
      event: "claimed",
      route: "denver-omaha",
      payment: { wild: 1, purple: 3 },
      points: 7,
    } as const;
    expect(describeEvent({ ...claimed, seat: 0 }, context)).toBe(
      "You claim Denver – Omaha with 3 purple cards and 1 locomotive for 7 points.",
    );
    expect(describeEvent({ ...claimed, seat: 1 }, context)).toMatch(/^Ben claims Denver – Omaha/);
  });

  test("a card drawn blind is named only if it is known", () => {
    expect(describeEvent({ event: "drew", seat: 0, card: "orange" }, context)).toBe(
      "You draw an orange card from the deck.",
    );
    expect(describeEvent({ event: "drew", seat: 1, card: null }, context)).toBe("Ben draws from the deck.");
  });

  test("a tunnel", () => {
    const tunnel = { event: "tunnel", seat: 1, route: "denver-omaha", payment: { red: 3 } } as const;
    expect(describeEvent({ ...tunnel, revealed: ["red", "wild", "blue"], surcharge: 2 }, context)).toBe(
      "Ben starts the tunnel Denver – Omaha. Turned up: a red card, a locomotive, and a blue card; 2 more cards to pay.",
    );
    expect(describeEvent({ ...tunnel, revealed: [], surcharge: 0 }, context)).toMatch(
      /No card is turned up; nothing more to pay\.$/,
    );
  });

  test("the end", () => {
    expect(describeEvent({ event: "over", winners: [0] }, context)).toBe("The game is over. You win!");
    expect(describeEvent({ event: "over", winners: [0, 1] }, context)).toBe(
      "The game is over. Ada and Ben share the win.",
    );
  });

  test("the seat of an event, and whether the log keeps it", () => {
    expect(seatOf({ event: "turn", seat: 1 })).toBe(1);
    expect(seatOf({ event: "reshuffled", deck: 60 })).toBeNull();
    expect(logged({ event: "turn", seat: 1 })).toBe(false);
    expect(logged({ event: "passed", seat: 1 })).toBe(true);
  });
});

describe("names", () => {
  test("the cost of a route", () => {
    expect(names.routeCost("denver-omaha")).toBe("4 spaces, purple, 7 points");
    expect(names.routeCost("a-ferry")).toBe("2 spaces, gray, ferry with 1 locomotive, 2 points");
  });

  test("tickets with one target and with several", () => {
    expect(names.ticketName(ruleset.tickets[0]!)).toBe("Denver – Omaha");
    expect(names.ticketName(ruleset.tickets[1]!)).toBe("Denver – Austria (5) and Omaha (9)");
  });

  test("a country stands for its border nodes", () => {
    expect(names.citiesOf("at")).toEqual(["at_davos", "at_vaduz"]);
    expect(names.citiesOf("denver")).toEqual(["denver"]);
  });
});
