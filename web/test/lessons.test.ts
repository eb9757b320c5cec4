// The guide: each lesson is shown when it applies, once, and has all its texts.
import { beforeAll, describe, expect, test } from "vitest";
import { known, languages, t, type MessageId } from "../src/i18n";
import { current } from "../src/learn/lessons";
import { find, type Section } from "../src/lib/book";
import { Legal } from "../src/lib/legal";
import type { Lesson, Situation } from "../src/lib/lesson";
import { Names } from "../src/lib/names";
import type {
  GameEvent,
  LogEntry,
  NetworkView,
  RulesetInfo,
  ServerMessage,
  View,
  YardView,
} from "../src/lib/types";
import { kinds } from "../src/machines";
import { lessons as network } from "../src/network/lessons";
import { lessons as yard } from "../src/yard/lessons";
import * as card_game from "./frames/card_game";
import * as europe from "./frames/europe";
import * as switzerland from "./frames/switzerland";
import * as usa from "./frames/usa";

const games: Record<string, { ruleset: RulesetInfo; frames: ServerMessage[] }> = {
  usa,
  europe,
  switzerland,
  card_game,
};
const all: Record<string, Lesson[]> = {
  network: network as unknown as Lesson[],
  yard: yard as unknown as Lesson[],
};

beforeAll(async () => {
  await Promise.all([languages.open("guide"), languages.open("rules")]);
});

function situation(ruleset: RulesetInfo, view: View, log: readonly LogEntry[] = []): Situation {
  return {
    view,
    ruleset,
    log,
    seat: view.seat ?? 0,
    names: new Names(ruleset),
    legal: new Legal(view.legal),
    nameOf: (seat) => `P${seat}`,
  };
}

const views = (frames: ServerMessage[]): View[] =>
  frames.flatMap((frame) => ("view" in frame && frame.view ? [frame.view] : []));

test("lessons have unique ids and texts", () => {
  const ids = Object.values(all).flatMap((lessons) => lessons.map((lesson) => lesson.id));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect([id, known(`guide.${id}`), known(`guide.${id}.title`)]).toEqual([id, true, true]);
});

test("each names a paragraph of the rules", async () => {
  const told: Record<string, Section[]> = { network: [], yard: [] };
  for (const { ruleset } of Object.values(games))
    told[ruleset.machine]!.push(...(await kinds[ruleset.machine].book())(ruleset));
  for (const [machine, lessons] of Object.entries(all))
    for (const { rule } of lessons) expect([rule, find(told[machine]!, rule)?.id]).toEqual([rule, rule]);
});

describe.each(Object.entries(games))("%s", (_, { ruleset, frames }) => {
  test("in any state, the lesson has a text and a subject", () => {
    const lessons = all[ruleset.machine]!;
    let told = 0;
    for (const view of views(frames).filter((one) => one.seat !== null)) {
      const now = situation(ruleset, view);
      for (const lesson of lessons) {
        const values = lesson.match(now);
        if (!values) continue;
        told++;
        expect(t(`guide.${lesson.id}` as MessageId, values)).not.toMatch(/undefined|NaN|[{}]/);
        expect(lesson.target?.(now) ?? ".").toMatch(/^[.[]|section/);
      }
    }
    expect(told).toBeGreaterThan(3);
  });
});

describe("a first game of USA", () => {
  const base = views(usa.frames).find((view) => view.seat === 1)! as NetworkView;
  const [own, other] = base.players as [NetworkView["players"][number], NetworkView["players"][number]];
  const fresh = { ...own, routes: [], trains: 45 };
  const begun: NetworkView = {
    ...base,
    seat: 0,
    to_act: [0],
    phase: "turn",
    turn: 0,
    legal: ["draw"],
    offer: [],
    tickets: [],
    tunnel: null,
    outcome: null,
    final_round: null,
    players: [fresh, { ...other, routes: [], trains: 45 }],
  };
  const event = (...events: GameEvent[]): LogEntry[] => [{ version: 1, events }];
  const told = (view: Partial<NetworkView>, done: string[] = [], log: LogEntry[] = []): string | null =>
    current(all.network!, situation(usa.ruleset, { ...begun, ...view }, log), new Set(done))?.lesson.id ??
    null;

  test("tickets first, then the hand, then drawing", () => {
    expect(told({ phase: "opening", legal: [] })).toBe("opening");
    expect(told({ phase: "opening", legal: [] }, ["opening"])).toBeNull();
    expect(told({})).toBe("hand");
    expect(told({}, ["hand"])).toBe("draw");
    expect(told({ phase: "second_draw" }, ["hand"])).toBe("second");
  });

  test("what a player has done needs no lesson", () => {
    const drew = event({ event: "drew", seat: 0, card: "red" });
    expect(told({}, [], drew)).toBeNull();
    // Another player's action teaches nothing.
    expect(told({}, [], event({ event: "drew", seat: 1, card: null }))).toBe("hand");
  });

  test("a face-up locomotive, when it can be taken", () => {
    const done = ["hand", "draw"];
    expect(told({ legal: ["draw", "take:red"] }, done)).toBeNull();
    expect(told({ legal: ["draw", "take:wild"] }, done)).toBe("wild");
  });

  test("routes: the first that can be claimed, then gray and double ones", () => {
    const done = ["hand", "draw"];
    const claim = { legal: ["draw", "claim:atlanta-miami:blue*5", "claim:atlanta-nashville:red"] };
    const now = situation(usa.ruleset, { ...begun, ...claim });
    const found = current(all.network!, now, new Set(done));
    expect(found?.lesson.id).toBe("claim");
    expect(found?.values.route).toBe("Atlanta – Miami"); // the longest of them
    expect(found?.lesson.target?.(now)).toBe('[data-route="atlanta-miami"]');
    expect(told(claim, [...done, "claim"])).toBe("gray");
    const twin = { legal: ["claim:atlanta-new_orleans:orange*4"] };
    expect(told(twin, [...done, "claim"])).toBe("double");
    const four = { ...twin, players_count: 4 };
    expect(told(four, [...done, "claim"])).toBe("double-open");
  });

  test("points, the longest path, the end", () => {
    const done = ["hand", "draw", "claim"];
    const routes = ["atlanta-miami", "atlanta-nashville", "atlanta-raleigh"];
    const some = [{ ...fresh, routes, trains: 37 }, begun.players[1]!];
    expect(told({ players: some }, done)).toBe("points");
    expect(told({ players: some }, [...done, "points"])).toBe("longest");
    const learned = [...done, "points", "longest"];
    const few = [{ ...some[0]!, trains: 9 }, begun.players[1]!];
    expect(told({ players: few }, learned)).toBe("own-end-near");
    const theirs = [some[0]!, { ...begun.players[1]!, trains: 5 }];
    expect(told({ players: theirs }, learned)).toBe("end-near");
    expect(told({ players: theirs, final_round: { turns_left: 2, caused_by: 1 } }, learned)).toBe(
      "last-round",
    );
    expect(told({ players: some, turn: 20 }, learned)).toBe("enough");
    // A player who has claimed nothing has not learned it yet.
    expect(told({ turn: 20 }, learned)).toBeNull();
  });
});

test("a player who has placed cards knows the card game", () => {
  const { ruleset, frames } = card_game;
  const view = views(frames).find((one) => one.seat !== null && !one.outcome)!;
  const enough = all.yard!.find((lesson) => lesson.id === "y-enough")!;
  const late = { ...view, turn: 10 * view.players_count } as View;
  const placed: GameEvent = { event: "placed", seat: view.seat!, rows: [] };
  expect(enough.match(situation(ruleset, late))).toBeNull();
  expect(enough.match(situation(ruleset, late, [{ version: 1, events: [placed] }]))).toEqual({});
});

test("on touch screens players tap, they do not point", () => {
  for (const id of ["opening", "ticket"] as const) {
    const values = { keep: 2, ticket: "A – B", points: 8 };
    expect(t(`guide.${id}`, { ...values, touch: false })).toMatch(/Point at/);
    expect(t(`guide.${id}`, { ...values, touch: true })).toMatch(/Tap (one|it)/);
    expect(t(`guide.${id}`, { ...values, touch: true })).not.toMatch(/point at/i);
  }
});

describe("additions of other games", () => {
  const ids = (game: keyof typeof games, change: Partial<View>): string[] => {
    const { ruleset, frames } = games[game]!;
    const view = { ...views(frames).find((one) => one.seat !== null && !one.outcome)!, ...change } as View;
    const now = situation(ruleset, view);
    return all[ruleset.machine]!.filter((lesson) => lesson.match(now)).map((lesson) => lesson.id);
  };

  test("Europe: tunnels, ferries, stations", () => {
    const routes = games.europe!.ruleset.routes;
    const tunnel = routes.find((route) => route.kind === "tunnel")!;
    const ferry = routes.find((route) => route.kind === "ferry")!;
    const view = views(europe.frames).find((one) => one.seat !== null && !one.outcome)! as NetworkView;
    const seat = view.seat!;
    const players = view.players.map((one) => (one.seat === seat ? { ...one, routes: [tunnel.id] } : one));
    const legal = [`claim:${tunnel.id}:wild`, `claim:${ferry.id}:wild`, "station:wien:red"];
    expect(ids("europe", { legal, players })).toEqual(expect.arrayContaining(["tunnel", "ferry", "station"]));
    const owed = { seat, route: tunnel.id, payment: { red: 2 }, revealed: ["red" as const], surcharge: 1 };
    expect(ids("europe", { tunnel: owed })).toContain("surcharge");
  });

  test("Switzerland: locomotives and tickets to countries", () => {
    expect(ids("switzerland", { legal: ["take:wild"] })).toContain("wild-free");
    const ticket = (switzerland.ruleset.tickets as NetworkView["tickets"]).find((one) => one.to.length > 1)!;
    expect(ids("switzerland", { tickets: [{ ...ticket, state: "open" }] })).toContain("country-ticket");
  });

  test("the card game: rows, three single cards, robbing, the stack, declaring", () => {
    const view = views(card_game.frames).find((one) => one.seat !== null && !one.outcome)! as YardView;
    const seat = view.seat!;
    const players = view.players.map((one) => ({
      ...one,
      stack: 3,
      siding: one.seat === seat ? [] : [{ color: "red" as const, cards: 1, wilds: 0 }],
    }));
    const legal = ["set:red*2", "trio:blue+green+white"];
    const found = ids("card_game", { legal, players, phase: "turn", to_act: [seat] });
    expect(found).toEqual(expect.arrayContaining(["y-row", "y-trio", "y-rob", "y-stack"]));
    const declaration = { default: [], points: 0 };
    expect(ids("card_game", { phase: "declaration", declaration, to_act: [seat] })).toContain("y-declare");
  });
});
