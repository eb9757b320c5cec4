// Hints in words, and the elements of the table that they refer to.
import { describe, expect, test } from "vitest";
import { languages } from "../src/i18n";
import { claimFirst, planOf, overruledTexts } from "../src/lib/hints";
import { Names } from "../src/lib/names";
import type { Card, NetworkHint, YardHint } from "../src/lib/types";
import type { TextContext } from "../src/lib/words";
import { hints as network } from "../src/network/hints";
import { hints as yard } from "../src/yard/hints";
import * as card_game from "./frames/card_game";
import * as usa from "./frames/usa";

await languages.open("hints");

const nameOf = (seat: number) => ["Ada", "Ben"][seat]!;
const context = (ruleset: typeof usa.ruleset): TextContext => ({
  names: new Names(ruleset),
  nameOf,
  mine: (seat) => seat === 0,
});
const map = context(usa.ruleset);
const cards = context(card_game.ruleset);

// CSS.escape exists only in browsers.
globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS;

describe("on a map", () => {
  const hint = (action: string, ...reasons: NetworkHint["reasons"]): NetworkHint => ({
    machine: "network",
    version: 3,
    action,
    searched: false,
    instead: null,
    gain: null,
    reasons,
    plan: null,
  });

  test.each([
    ["draw", "Draw from the deck"],
    ["take:wild", "Take a locomotive"],
    ["tickets", "Draw tickets"],
    ["withdraw", "Give up the tunnel"],
    ["surcharge:red*2", "Pay the surcharge with 2 red cards"],
    ["claim:atlanta-miami:blue*4+wild", "Claim Atlanta – Miami with 4 blue cards and 1 locomotive"],
    ["station:miami:red", "Build a station in Miami with 1 red card"],
    ["keep:atlanta-new_york,chicago-santa_fe", "Keep Atlanta – New York and Chicago – Santa Fe"],
  ])("%s", (action, words) => expect(network.action(action, map)).toBe(words));

  test("the plan begins with the claim", () => {
    const plan = { routes: ["dallas-houston", "atlanta-miami", "denver-helena"], turns: 9, due: [3, 5, 9] };
    const claim = { ...hint("claim:atlanta-miami:blue*5"), plan };
    expect(claimFirst(claim).plan).toEqual({
      routes: ["atlanta-miami", "dallas-houston", "denver-helena"],
      turns: 9,
      due: [1, 4, 9],
    });
    for (const action of ["claim:dallas-houston:red", "take:red", "draw"]) {
      const other = { ...hint(action), plan };
      expect(claimFirst(other)).toBe(other);
    }
    expect(planOf(claimFirst(claim))?.routes).toHaveLength(3);
    // Without a plan that has it, the board shows the claim alone, and nothing is listed.
    for (const other of [plan, null]) {
      const alone = claimFirst({ ...hint("claim:boston-new_york:red*2"), plan: other });
      expect(alone.plan).toEqual({ routes: ["boston-new_york"], turns: 1, due: [1] });
      expect(planOf(alone)).toBeNull();
    }
    expect(planOf({ ...hint("draw"), plan: { routes: ["boston-new_york"], turns: 2 } })).not.toBeNull();
    expect(planOf({ ...hint("draw"), plan: { routes: [], turns: 0 } })).toBeNull();
  });

  test("reasons, in order", () => {
    const given = hint(
      "claim:atlanta-miami:blue*5",
      { reason: "completes", tickets: ["atlanta-new_york"] },
      { reason: "danger", route: "atlanta-miami", chance: 30, loss: 8 },
      { reason: "contested", route: "atlanta-miami" },
      { reason: "joins", route: "atlanta-miami" },
      { reason: "another_way", route: "atlanta-miami", tickets: ["atlanta-new_york"] },
      { reason: "out_of_plan", ticket: "atlanta-new_york" },
      { reason: "gamble" },
      { reason: "time", turns: 6, turns_left: 9, trains: 20, trains_left: 30 },
    );
    expect(network.reasons(given, map)).toEqual([
      "It completes your ticket Atlanta – New York.",
      "There is about a 30% chance that another player will take or close Atlanta – Miami before your next turn. That would cost you about 8 points.",
      "Other players probably need Atlanta – Miami for their tickets.",
      "Atlanta – Miami connects two parts of your network.",
      "Atlanta – Miami is on another way to complete your ticket Atlanta – New York with as few trains.",
      "Atlanta – New York does not fit your current plan.",
      "New tickets between cities that you have already connected score immediately. Nothing else gives you a better chance now.",
      "Your plan takes about 6 turns and 20 trains; about 9 turns are left, and 30 trains.",
    ]);
  });

  test("the result of the playouts", () => {
    const found = { ...hint("claim:atlanta-miami:blue*5"), searched: true, instead: "draw" };
    expect(overruledTexts(found, network, map)).toEqual([
      "In simulated games, it did slightly better than: Draw from the deck.",
    ]);
    expect(overruledTexts({ ...found, gain: 4 }, network, map)).toEqual([
      "In simulated games, it won about 4 more games in 100 than: Draw from the deck.",
    ]);
    expect(overruledTexts({ ...found, instead: null }, network, map)).toEqual([]);
  });

  test("a reason unknown to this client is left out", () => {
    const unknown = { reason: "omen" } as unknown as NetworkHint["reasons"][number];
    expect(network.reasons(hint("draw", unknown, { reason: "only" }), map)).toEqual([
      "There is nothing else you can do.",
    ]);
  });

  test("all colors together are not listed one by one", () => {
    const all: Card[] = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "wild"];
    expect(network.reasons(hint("draw", { reason: "wanted", cards: all }), map)).toEqual([
      "Any card would help you.",
    ]);
    expect(network.reasons(hint("draw", { reason: "wanted", cards: ["red", "wild"] }), map)).toEqual([
      "Each of these would help you: a red card and a locomotive.",
    ]);
  });

  test("the subject is highlighted", () => {
    expect(network.places(hint("claim:atlanta-miami:blue*4+wild"))).toEqual([
      '.drawing [data-route="atlanta-miami"]',
      '[data-hand-color="blue"]',
      '[data-hand-color="wild"]',
    ]);
    const collecting = hint("take:red", { reason: "collecting", card: "red", routes: ["atlanta-miami"] });
    expect(network.places(collecting)).toEqual([
      '[data-slot][data-color="red"]',
      '.drawing [data-route="atlanta-miami"]',
    ]);
    expect(network.places(hint("draw"))).toEqual(["[data-deck]"]);
  });

  test("reasons of depots say what they open, bring and score", () => {
    const opens = { reason: "opens" as const, city: "miami", routes: ["atlanta-miami"], cards: 4 };
    const stores = { reason: "stores" as const, warehouse: 0, cards: 1, cities: ["miami", "atlanta"] };
    const takes = { reason: "takes", cards: 3, depots: 0 } as const;
    const most = { reason: "most_depots", points: 10, depots: 3, others: 2 } as const;
    expect(network.reasons(hint("depot:miami", opens, stores, takes, most), map)).toEqual([
      "Your plan needs Atlanta – Miami. When you claim it, a depot in Miami lets you take your warehouse with 4 cards.",
      expect.stringMatching(/warehouse then has 1 card[.] .* one of these cities: Miami and Atlanta[.]$/),
      "For one depot, you get 3 cards. After that, you have no depots left.",
      "The most depots left score 10 points: you keep 3, the others have at most 2.",
    ]);
    expect(network.reasons(hint("depot:miami", { ...opens, cards: 0 }), map)[0]).toMatch(
      /your warehouse[.]$/,
    );
  });
});

describe("in the card game", () => {
  const ticket = card_game.ruleset.tickets[0]!;

  test.each([
    ["set:red*2+wild", "Place 2 red cards and 1 locomotive"],
    ["trio:blue+green+white", "Place 1 blue card, 1 white card, and 1 green card"],
    ["stop", "Stop after one card"],
    ["declare:", "Declare no tickets"],
    ["keep:", "Keep none of the tickets"],
    ["draw", "Draw from the deck"],
  ])("%s", (action, words) => expect(yard.action(action, cards)).toBe(words));

  test("reasons and places", () => {
    const hint: YardHint = {
      machine: "yard",
      version: 1,
      action: "set:red*2",
      searched: false,
      instead: null,
      gain: null,
      reasons: [
        { reason: "robs", victim: 1, color: "red", cards: 1 },
        { reason: "needed", card: "red", tickets: [ticket.id] },
        { reason: "denies", victim: 1, color: "red", cards: 3 },
        { reason: "turns_left", turns: 4 },
      ],
    };
    const name = cards.names.ticketName(ticket);
    expect(yard.reasons(hint, cards)).toEqual([
      "Ben loses the red row of 1 card.",
      `Your ticket ${name} still needs a red card on the stack.`,
      "Ben has at least 3 cards of this color (red) in hand and cannot take this one.",
      "You have about 4 turns left in this round, including this one.",
    ]);
    expect(yard.places(hint)).toEqual(['[data-hand-color="red"]']);
  });
});
