import { describe, expect, test } from "vitest";
import { Legal } from "../src/lib/legal";
import { Names } from "../src/lib/names";
import type { YardEvent } from "../src/lib/types";
import type { TextContext } from "../src/lib/words";
import { stop } from "../src/yard/mechanisms/cards/actions";
import { runningOut } from "../src/yard/mechanisms/passes/deck";
import { sets } from "../src/yard/mechanisms/rows/actions";
import { placings, proposed, step } from "../src/yard/mechanisms/rows/place";
import { trios, triosWith } from "../src/yard/mechanisms/singles/actions";
import { recentEntries, remember, describeEvent } from "../src/yard/words";

const legal = new Legal([
  "draw",
  "stop",
  "set:green*2",
  "set:green*3",
  "set:green+wild",
  "set:green*2+wild",
  "set:green*3+wild*2",
  "set:red+wild*2",
  "trio:red+blue+yellow",
  "trio:red+blue+white",
]);

describe("possible placements", () => {
  const ways = placings("green", sets(legal).get("green")!);
  const at = (colored: number, wilds: number) =>
    ways.find((way) => way.colored === colored && way.wilds === wilds)!;

  test("sets are found by their color, with or without wilds", () => {
    expect([...sets(legal).keys()]).toEqual(["green", "red"]);
    expect(placings("red", sets(legal).get("red")!)).toEqual([
      { action: "set:red+wild*2", colored: 1, wilds: 2 },
    ]);
    expect(stop(legal)).toBe("stop");
  });

  test("the proposal has all cards of the color and no unnecessary wild", () => {
    expect(proposed(ways)?.action).toBe("set:green*3");
    expect(proposed([])).toBeUndefined();
  });

  test("a step goes to the nearest legal placement", () => {
    expect(step(ways, at(3, 0), "colored", -1)?.action).toBe("set:green*2");
    expect(step(ways, at(2, 0), "colored", -1)?.action).toBe("set:green+wild");
    expect(step(ways, at(3, 0), "wilds", 1)?.action).toBe("set:green*2+wild");
    expect(step(ways, at(2, 1), "wilds", 1)?.action).toBe("set:green*3+wild*2");
    expect(step(ways, at(3, 2), "wilds", 1)).toBeUndefined();
    expect(step(ways, at(3, 0), "colored", 1)).toBeUndefined();
  });

  test("trios that contain the chosen colors", () => {
    expect(triosWith(trios(legal), ["red", "blue"])).toHaveLength(2);
    expect(triosWith(trios(legal), ["red", "white"])[0]?.action).toBe("trio:red+blue+white");
    expect(triosWith(trios(legal), ["white", "yellow"])).toEqual([]);
  });
});

describe("events in words", () => {
  const context: TextContext = {
    names: Names.none,
    nameOf: (seat) => ["Ada", "Ben"][seat]!,
    mine: (seat) => seat === 0,
  };
  const moved: YardEvent = {
    event: "moved",
    seat: 1,
    count: 2,
    cards: [
      { row: "green", card: "wild" },
      { row: "red", card: "red" },
    ],
  };

  test("cards that move onto a stack are named once and never kept", () => {
    expect(describeEvent(moved, context)).toBe("1 red card and 1 locomotive move onto Ben’s stack.");
    expect(describeEvent(remember(moved), context)).toBe("2 cards move onto Ben’s stack.");
    expect(JSON.stringify(remember(moved))).not.toContain("green");
  });

  test("placing and robbing", () => {
    const rows = [{ color: "green" as const, cards: 2, wilds: 1 }];
    expect(describeEvent({ event: "placed", seat: 0, rows }, context)).toBe(
      "You place 2 green cards and 1 locomotive.",
    );
    expect(describeEvent({ event: "robbed", seat: 1, victim: 0, ...rows[0]! }, context)).toBe(
      "Ben robs you of 2 green cards and 1 locomotive, which go to the discard pile.",
    );
  });

  test("the scoring of a pass", () => {
    const players = [
      { seat: 0, stack: {}, tickets: ["a-b"], points: 7 },
      { seat: 1, stack: {}, tickets: [], points: 0 },
    ];
    expect(describeEvent({ event: "scored", pass: 1, players }, context)).toBe(
      "Declared: you 1 ticket for 7 points and Ben no ticket.",
    );
  });

  test("an event of a newer server is ignored", () => {
    expect(describeEvent({ event: "sang" } as never, context)).toBe("");
  });
});

test("the warning that the deck is running out comes only near its end", () => {
  const view = { players_count: 2, final_round: null, phase: "turn" } as const;
  const at = (deck: number, more = {}) => runningOut({ ...view, deck, ...more } as never);
  expect([at(9), at(8), at(1), at(0)]).toEqual([false, true, true, false]);
  expect(at(3, { final_round: { turns_left: 1, caused_by: 0 } })).toBe(false);
});

test("the others' turns in short: cards, tickets, rows and robberies", () => {
  const nameOf = (seat: number) => ["Ada", "Edda", "Zeno"][seat]!;
  const context: TextContext = { names: Names.none, nameOf, mine: (seat) => seat === 0 };
  const events: YardEvent[] = [
    { event: "took", seat: 1, card: "red", slot: 0 },
    { event: "drew", seat: 1, card: null },
    { event: "kept", seat: 1, kept: 2, refused: 1, tickets: null },
    { event: "placed", seat: 1, rows: [{ color: "green", cards: 2, wilds: 1 }] },
    { event: "robbed", seat: 1, victim: 2, color: "green", cards: 3, wilds: 0 },
  ];
  const turn = { key: "1", seat: 1, events: events.map((event, at) => ({ key: String(at), event })) };
  const found = recentEntries([turn, { ...turn, seat: null }], context);
  expect(found.map(({ short }) => short)).toEqual([
    "2 cards",
    "2 tickets",
    "2 green cards and 1 locomotive",
    "Zeno −3",
  ]);
  expect(found[3]!.text).toBe(describeEvent(events[4]!, context));
  expect(found.every(({ seat, place }) => seat === 1 && place === null)).toBe(true);
});
