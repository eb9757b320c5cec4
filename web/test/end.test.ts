// The end of a game: charts, and the steps of the ceremony and their sums.
import { describe, expect, test } from "vitest";
import { Names } from "../src/lib/names";
import type {
  NetworkRulesetInfo,
  NetworkView,
  ServerMessage,
  YardRulesetInfo,
  YardView,
} from "../src/lib/types";
import * as network from "../src/network/end/beats";
import { durations, total, type Beat } from "../src/table/end/ceremony";
import { nearest, path, rounds, scale, span, spread, ticks, upTo, verdict } from "../src/table/end/chart";
import { Ends } from "../src/table/end/parts";
import type { Ending } from "../src/table/end/ending";
import { languages, type MessageId } from "../src/i18n";
import * as yard from "../src/yard/end/beats";
import { rowsOf, rowsText } from "../src/yard/mechanisms/rows/end";
import * as card_game from "./frames/card_game";
import * as europe from "./frames/europe";
import * as switzerland from "./frames/switzerland";
import * as usa from "./frames/usa";

const line = (...values: number[]) => ({ seat: 0, name: "Ada", values });

describe("charts", () => {
  test("the range includes zero and is never empty", () => {
    expect(span([line(3, 9), line(-4, 2)])).toEqual({ least: -4, most: 9 });
    expect(span([line(5, 7)])).toEqual({ least: 0, most: 7 });
    expect(span([line(-5)])).toEqual({ least: -5, most: 0 });
    expect(span([line(0, 0)])).toEqual({ least: 0, most: 1 });
    expect(span([])).toEqual({ least: 0, most: 1 });
  });

  test("a moment between two points belongs to the earlier one", () => {
    expect([0, 3, 4, 9, 12, 40].map((version) => upTo([3, 9, 12], version))).toEqual([0, 0, 0, 1, 2, 2]);
  });

  test.each([
    [{ least: 0, most: 45 }, 5],
    [{ least: -94, most: 107 }, 5],
    [{ least: 0, most: 3 }, 5],
    [{ least: 0, most: 290 }, 7],
    [{ least: 7, most: 8 }, 4],
  ])("ticks of %o are round numbers in the range, about %d of them", (of, wanted) => {
    const found = ticks(of, wanted);
    expect(found.length).toBeGreaterThanOrEqual(1);
    expect(found.length).toBeLessThanOrEqual(wanted + 1);
    for (const tick of found) {
      expect(tick).toBeGreaterThanOrEqual(of.least);
      expect(tick).toBeLessThanOrEqual(of.most);
      expect(Number.isInteger(tick)).toBe(true);
    }
    const steps = new Set(found.slice(1).map((tick, i) => tick - found[i]!));
    expect(steps.size).toBeLessThanOrEqual(1);
  });

  test("a line goes through its points", () => {
    const x = scale({ least: 0, most: 2 }, 10, 30);
    const y = scale({ least: 0, most: 10 }, 100, 0);
    expect(path([0, 10, 5], [0, 1, 2], x, y)).toBe("M10.0 100.0L20.0 0.0L30.0 50.0");
    expect(path([], [], x, y)).toBe("");
  });

  test.each([[[50, 50, 50]], [[10, 12, 90, 91, 92]], [[100, 100]], [[0, 100]], [[40]]])(
    "labels near %o keep their distance, order and bounds",
    (wanted) => {
      const places = spread(wanted, 15, 0, 100);
      const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
      order.slice(1).forEach((i, k) => expect(places[i]! - places[order[k]!]!).toBeGreaterThanOrEqual(15));
      for (const place of places) {
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(100);
      }
    },
  );

  test("the nearest turn, and the rounds shown by a table", () => {
    expect(nearest([0, 1, 2, 5], 3.6)).toBe(3);
    expect(nearest([0, 1, 2, 5], -9)).toBe(0);
    expect(rounds(8, 3)).toEqual([0, 3, 6, 7]);
    expect(rounds(7, 3)).toEqual([0, 3, 6]);
    expect(rounds(1, 4)).toEqual([0]);
    expect(rounds(0, 2)).toEqual([]);
  });

  test("luck is a difference of one or more", () => {
    expect(verdict(3, 2)).toBe("good");
    expect(verdict(2, 2.9)).toBe("even");
    expect(verdict(0, 1.3)).toBe("bad");
  });
});

const over = <V>(frames: ServerMessage[]): V[] =>
  frames.flatMap((frame) => ("view" in frame && frame.view?.outcome ? [frame.view as V] : []));
const people = { nameOf: (seat: number) => `Player ${seat}`, mine: (seat: number) => seat === 0 };

function holds(beats: Beat[], base: Map<number, number>, players: { seat: number; score: number }[]): void {
  for (const { seat, score } of players) {
    expect(total(base.get(seat) ?? NaN, beats, seat, beats.length)).toBe(score);
    expect(total(base.get(seat) ?? NaN, beats, seat, 0)).toBe(base.get(seat));
  }
  for (const beat of beats) expect(beat.ticket ?? beat.label).toBeTruthy();
  const spoken = beats.flatMap((beat) => beat.spoken ?? []);
  for (const text of spoken) expect(text).not.toMatch(/undefined|NaN|[{}]/);
  // One line per player and per award: not every ticket is announced.
  const awards = beats.filter((beat) => beat.seat === null);
  expect(spoken.length).toBeLessThanOrEqual(players.length + awards.length);
  expect(spoken.length).toBeGreaterThanOrEqual(players.length);
}

describe.each(Object.entries({ usa, europe, switzerland }))(
  "the ceremony of %s",
  (_id, { ruleset, frames }) => {
    test("ends with the scores, and shows every ticket", () => {
      const views = over<NetworkView>(frames);
      expect(views.length).toBeGreaterThan(0);
      for (const view of views) {
        const outcome = view.outcome!;
        const setting = {
          view,
          outcome,
          names: new Names(ruleset),
          ruleset: ruleset as NetworkRulesetInfo,
          ...people,
        };
        const made = network.beats(setting);
        holds(made, network.ends.base(setting), outcome.players);
        expect(made.filter((beat) => beat.ticket).length).toBe(
          outcome.players.reduce((sum, player) => sum + player.tickets_list.length, 0),
        );
        const trails = made.filter((beat) => beat.seat === null && beat.gains.size);
        expect(trails.map((beat) => beat.routes)).toEqual(
          outcome.players.filter((player) => player.longest).map((player) => player.trail),
        );
      }
    });
  },
);

test("the bonus for the most tickets is one step for all its holders, before the longest path", async () => {
  await languages.open("games");
  const views = over<NetworkView>(usa.frames);
  const view = views.find(({ outcome }) => outcome!.players.some(({ longest }) => longest))!;
  const players = view.outcome!.players.map((player) => ({
    ...player,
    tickets_completed: 3,
    most_tickets: 15,
    score: player.score + 15,
  }));
  const outcome = { ...view.outcome!, players };
  const ruleset = usa.ruleset as NetworkRulesetInfo;
  const setting = { view, outcome, names: new Names(ruleset), ruleset, ...people };
  const made = network.beats(setting);
  holds(made, network.ends.base(setting), players);
  const [bonus, trail] = made.filter((beat) => beat.seat === null);
  expect(bonus!.label).toBe("Most tickets completed: 3");
  expect(bonus!.spoken).toContain("Player 0");
  expect([...bonus!.gains]).toEqual(players.map(({ seat }) => [seat, 15]));
  expect(trail!.path!.length).toBeGreaterThan(0);
  const labels = network.ends.columns(ruleset, players).map((column) => column.label);
  expect(labels).toContain("end.most_tickets");
  expect(network.ends.columns(ruleset, view.outcome!.players).map((one) => one.label)).not.toContain(
    "end.most_tickets",
  );
  const plain = { ...ruleset, numbers: { ...ruleset.numbers, longest: 0 } };
  expect(network.ends.columns(plain, players).map((column) => column.label)).not.toContain("end.longest");
});

test("the ceremony of the card game ends with the scores: tickets, missed ones, cities", () => {
  const { ruleset, frames } = card_game;
  const views = over<YardView>(frames);
  expect(views.length).toBeGreaterThan(0);
  for (const { outcome } of views) {
    const setting = { outcome: outcome!, log: [], ruleset: ruleset as YardRulesetInfo, ...people };
    const made = yard.beats(setting);
    holds(made, yard.ends.base(setting), outcome!.players);
    const given = made.filter((beat) => beat.seat === null && beat.cities).flatMap((beat) => beat.cities!);
    expect(new Set(given)).toEqual(new Set(outcome!.players.flatMap((player) => player.cities)));
  }
});

test("each part of a score is a column, and a step unless its mechanism has steps of its own", () => {
  interface Player {
    seat: number;
    routes: number;
    sixes?: number;
    tickets?: number;
  }
  type Made = Ending<{ wide: boolean }, Player, Toy, { turns: [] }>;
  interface Toy {
    ruleset: { wide: boolean };
    outcome: { players: Player[] };
  }
  const label = (part: "routes" | "sixes" | "tickets"): MessageId =>
    part === "sixes" ? "end.longest" : `end.${part}`;
  const ends = new Ends<{ wide: boolean }, Player, Toy, { turns: [] }, Made, "routes" | "sixes" | "tickets">(
    [
      ["claims", { known: true }],
      ["sixes", undefined],
      ["tickets", { shown: ({ wide }) => wide, beats: () => [] }],
    ],
    { claims: ["routes"], sixes: ["sixes"], tickets: ["tickets"] },
    label,
  );
  const players = [
    { seat: 0, routes: 7, sixes: 10, tickets: 0 },
    { seat: 1, routes: 4, sixes: 0, tickets: 3 },
  ];
  const setting = { ruleset: { wide: true }, outcome: { players } };
  expect(ends.columns({ wide: true }, players).map((column) => column.label)).toEqual([
    "end.routes",
    "end.longest",
    "end.tickets",
  ]);
  expect(ends.columns({ wide: false }, players).map((column) => [column.of(0), column.of(1)])).toEqual([
    [7, 4],
    [10, 0],
  ]);
  expect([...ends.base(setting)]).toEqual([
    [0, 7],
    [1, 4],
  ]);
  expect(ends.beats(setting, players[0]!).map((beat) => [...beat.gains])).toEqual([[[0, 10]]]);
  // A ruleset without the mechanism has no such texts.
  const without = [{ seat: 0, routes: 7, tickets: 0 }];
  expect(ends.columns({ wide: true }, without).length).toBe(2);
  expect(ends.beats(setting, without[0]!)).toEqual([]);
});

test("placed, robbed and lost rows are counted", () => {
  const rows = [{ color: "red" as const, cards: 2, wilds: 0 }];
  const log = [
    { version: 1, events: [{ event: "placed" as const, seat: 0, rows: [...rows, ...rows, ...rows] }] },
    {
      version: 2,
      events: [
        { event: "placed" as const, seat: 1, rows },
        { event: "robbed" as const, seat: 1, victim: 0, color: "red" as const, cards: 1, wilds: 0 },
      ],
    },
  ];
  expect(rowsOf(log, 0)).toEqual({ placed: 3, robbed: 0, lost: 1 });
  expect(rowsOf(log, 1)).toEqual({ placed: 1, robbed: 1, lost: 0 });
  expect(rowsText(log, 0)).toMatch(/3 rows placed.*robbed nobody.*by others once/);
});

test("the ceremony takes at most 20 seconds, even with many steps", () => {
  const beat: Beat = { seat: 0, weight: 0.75, gains: new Map() };
  const sum = (times: number[]) => times.reduce((all, time) => all + time, 0);
  expect(sum(durations([beat, beat]))).toBe(1500);
  expect(sum(durations(Array.from({ length: 90 }, () => beat)))).toBeLessThan(20_000);
});
