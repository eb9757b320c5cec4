// Plans, pins and short descriptions of actions: the texts beside the board.
import { describe, expect, test } from "vitest";
import { Names, without } from "../src/lib/names";
import { turns } from "../src/lib/turns";
import type { GameEvent, NetworkRulesetInfo, NetworkTicketPlan, NetworkView } from "../src/lib/types";
import type { TextContext } from "../src/lib/words";
import { claimedIn } from "../src/network/mechanisms/claims/claimed";
import { obstacleText } from "../src/network/mechanisms/claims/obstacles";
import { lackingText, missingOf, planText } from "../src/network/mechanisms/tickets/lacking";
import { pinLabels, pinsOf } from "../src/network/mechanisms/tickets/pins";
import { recentEntries } from "../src/network/words";
import * as europe from "./frames/europe";
import * as switzerland from "./frames/switzerland";

const ruleset = europe.ruleset as NetworkRulesetInfo;
const names = new Names(ruleset);
const context: TextContext = {
  names,
  nameOf: (seat) => ["Ada", "Planner"][seat]!,
  mine: (seat) => seat === 0,
};
const ferry = ruleset.routes.find(({ wilds }) => wilds === 1)!.id;
const plain = ruleset.routes.find(({ kind }) => kind === "normal")!.id;

describe("why a route cannot be claimed", () => {
  test.each([
    [plain, { why: "cards", lacking: { red: 2 } }, "missing: 2 red cards"],
    [ferry, { why: "cards", lacking: { wild: 1 } }, "a ferry needs 1 locomotive; missing: 1 locomotive"],
    [ferry, { why: "cards", lacking: { red: 1 } }, "missing: 1 red card"],
    [plain, { why: "trains", needed: 4, left: 2 }, "needs 4 trains, you have 2 left"],
    [
      plain,
      { why: "twin_closed", twin: "x", seat: 1, open_from: 4 },
      "closed: with fewer than 4 players, only one of two parallel routes can be claimed",
    ],
    [plain, { why: "owned", seat: 1 }, ""],
  ] as const)("%s %o", (route, obstacle, text) => {
    expect(obstacleText(route, obstacle, names)).toBe(text);
  });
});

describe("what a ticket still needs", () => {
  const lacking = { colors: { red: 1, purple: 2 }, gray: 3, wilds: 1 };
  const plan: NetworkTicketPlan = {
    id: "x",
    offered: false,
    possible: true,
    to: "y",
    points: 5,
    routes: ["a", "b"],
    ways: ["a", "b"],
    borrowed: [],
    trains: 5,
    lacking,
  };

  test("cards by color, cards of any color, locomotives", () => {
    expect(String(lackingText(lacking))).toBe(
      "2 purple cards, 1 red card, 3 cards of any color, and 1 locomotive",
    );
    expect(missingOf(lacking).map(({ color, count }) => `${color} ${count}`)).toEqual([
      "purple 2",
      "red 1",
      "gray 3",
      "wild 1",
    ]);
  });

  test("a path, an affordable path, no path, no need of one", () => {
    const none = { colors: {}, gray: 0, wilds: 0 };
    expect(planText(plan)).toMatch(/^2 more routes and 5 trains; missing: 2 purple/);
    expect(planText({ ...plan, lacking: none })).toBe("2 more routes and 5 trains; you have the cards");
    expect(planText({ ...plan, possible: false })).toBe("can no longer be connected");
    expect(planText({ ...plan, routes: [], trains: 0 })).toBe("cities connected");
  });
});

test("the rest of a hand", () => {
  expect(without({ red: 3, blue: 1, wild: 2 }, { red: 3, wild: 1 })).toEqual({ blue: 1, wild: 1 });
});

describe("pins", () => {
  const info = switzerland.ruleset as NetworkRulesetInfo;
  const held = info.tickets.slice(0, 2).map((ticket) => ({ ...ticket, state: "open" as const }));
  const offer = info.tickets.slice(2, 5).map((ticket) => ({ ...ticket, state: "open" as const }));
  const view = { tickets: held, offer, choice: null } satisfies Partial<NetworkView>;

  test("tickets in hand have numbers, those on offer letters", () => {
    expect([...pinLabels(view).values()]).toEqual(["1", "2", "A", "B", "C"]);
  });

  test("every place of every ticket has a pin; a country has one at each of its cities", () => {
    const swiss = new Names(info);
    const pins = pinsOf(view, swiss);
    for (const ticket of [...held, ...offer]) {
      const cities = [ticket.from, ...ticket.to].flatMap((place) => swiss.citiesOf(place));
      expect(pins.filter((pin) => pin.ticket === ticket.id).map((pin) => pin.city)).toEqual(cities);
    }
    expect(new Set(pins.map((pin) => pin.state))).toEqual(new Set(["open", "offered"]));
  });

  test("after a choice, only chosen tickets stay", () => {
    const pins = pinsOf({ ...view, choice: [offer[1]!.id] }, new Names(info));
    const shown = new Set(pins.filter((pin) => pin.state === "offered").map((pin) => pin.label));
    expect(shown).toEqual(new Set(["B"]));
  });
});

describe("actions of a turn", () => {
  const told = (...events: GameEvent[]) =>
    turns([{ version: 1, events: [{ event: "turn", seat: 1 }, ...events] }]);

  test("cards are counted, other actions are named, routes and cities have a place", () => {
    const cards = told(
      { event: "drew", seat: 1, card: null },
      { event: "took", seat: 1, card: "red", slot: 2 },
    );
    expect(recentEntries(cards, context).map(({ text, short, place }) => [text, short, place])).toEqual([
      ["Planner: 2 cards", "2 cards", null],
    ]);
    const claim = told({ event: "claimed", seat: 1, route: plain, payment: { red: 3 }, points: 4 });
    const name = names.routeName(plain);
    expect(recentEntries(claim, context)).toMatchObject([
      { text: `Planner: ${name} +4`, short: `${name} +4`, place: `route:${plain}`, seat: 1 },
    ]);
    expect(claimedIn(claim)).toEqual([plain]);
    const station = told({ event: "station", seat: 1, city: "wien", payment: { red: 1 } });
    expect(recentEntries(station, context)).toMatchObject([{ place: "city:wien", icon: "station" }]);
  });
});
