// The characters of bots: who is at a table, and when they say something.
import { describe, expect, test } from "vitest";
import { read } from "../plugins/languages";
import { FACES } from "../src/faces/faces";
import { playerName } from "../src/lib/bots";
import {
  castOf,
  CHARACTERS,
  charactersOf,
  levelOf,
  nameOf,
  relativeOf,
  voiceOf,
  type Cast,
} from "../src/lib/characters";
import { Names } from "../src/lib/names";
import { remarkOn, REST, type Cause } from "../src/lib/remarks";
import type { LogEntry, NetworkView, SeatInfo } from "../src/lib/types";
import { castFor, HERE, OPEN, wish } from "../src/newgame/seats";
import { causes } from "../src/network/words";
import * as usa from "./frames/usa";

const bot = (level: string, character: string | null = null): Cast => ({
  kind: "bot",
  bot: level,
  character,
});
const person: Cast = { kind: "person", bot: null };

describe("the cast of a table", () => {
  test("a chosen character stays, others get the next of their level", () => {
    expect(castOf([person, bot("hard", "viktor"), bot("hard"), bot("medium")])).toEqual([
      null,
      "viktor",
      "rafik",
      "edda",
    ]);
    // A later choice at the table counts as well.
    expect(castOf([bot("easy"), bot("easy", "bruno")])).toEqual(["lotte", "bruno"]);
  });

  test("nobody is at a table twice: relatives take the further seats of a level", () => {
    const seats = [bot("expert"), bot("expert"), bot("expert"), bot("expert")];
    expect(castOf(seats)).toEqual(["aurelia", "zeno", "celeste", "hugo"]);
    const named = seats.map((seat, at) => ({ ...seat, seat: at, name: "Expert" }) as SeatInfo);
    expect(named.map((_, at) => playerName(named, at))).toEqual(["Aurelia", "Zeno", "Celeste", "Hugo"]);
    // The second choice of a character becomes its relative.
    expect(castOf([bot("easy", "lotte"), bot("easy", "lotte"), bot("easy")])).toEqual([
      "lotte",
      "greta",
      "bruno",
    ]);
    // Relatives can be chosen as well.
    expect(castOf([bot("hard", "anton"), bot("hard", "viktor")])).toEqual(["anton", "viktor"]);
    const five = castOf([...seats, bot("expert")]);
    expect(new Set(five).size).toBe(5);
  });

  test("relatives have the level, the habits and the phrases of a character, and faces of their own", () => {
    const relatives = CHARACTERS.map(relativeOf);
    expect(new Set([...CHARACTERS, ...relatives]).size).toBe(24);
    for (const who of CHARACTERS) {
      const other = relativeOf(who);
      expect(voiceOf(other)).toBe(who);
      expect(voiceOf(who)).toBe(who);
      expect(charactersOf(levelOf(who))).toContain(other);
      const [own, theirs] = [FACES[who], FACES[other]];
      for (const part of ["ground", "skin", "coat"] as const) expect(theirs[part]).not.toBe(own[part]);
      expect(theirs.front.length).toBeGreaterThan(own.front.length);
    }
  });

  test("only bots of the levels have one, and only one of their own level", () => {
    expect(castOf([person, bot("planner"), bot("toString"), { kind: "open", bot: null }])).toEqual([
      null,
      null,
      null,
      null,
    ]);
    // A bot that takes over from a person keeps the person's name.
    expect(castOf([{ kind: "person", bot: "medium" }])).toEqual([null]);
    expect(castOf([bot("easy", "zeno"), bot("easy", "nobody")])).toEqual(["bruno", "lotte"]);
  });

  test("every character has one level, a face, and all its phrases in every language", () => {
    expect(new Set(CHARACTERS).size).toBe(12);
    for (const who of CHARACTERS) {
      expect(charactersOf(levelOf(who))).toContain(who);
      expect(FACES[who].front.length).toBeGreaterThan(3);
      expect(nameOf(who)).toMatch(/^[A-Z][a-z]+$/);
    }
    const wanted = CHARACTERS.flatMap((who) =>
      ["line", "start", "claim", "ticket", "won", "lost"].map((phrase) => `character.${who}.${phrase}`),
    );
    for (const language of ["en", "cs", "pl", "ro", "hu", "de", "fr", "es"])
      expect(Object.keys(read(language, "characters"))).toEqual(expect.arrayContaining(wanted));
  });
});

test("a new table asks for the characters that the form shows", () => {
  const others = ["hard", OPEN, "hard", HERE];
  const cast = castFor(others, [null, null, "viktor", null]);
  expect(cast).toEqual(["rafik", null, "viktor", null]);
  expect(others.map((one, i) => wish(one, "Ada", cast[i]!))).toEqual([
    { kind: "bot", bot: "hard", character: "rafik" },
    { kind: "open" },
    { kind: "bot", bot: "hard", character: "viktor" },
    { kind: "me", name: "Ada" },
  ]);
  expect(wish("greedy", "", null)).toEqual({ kind: "bot", bot: "greedy" });
});

describe("remarks", () => {
  const entry = (version: number): LogEntry => ({ version, events: [{ event: "turn", seat: 1 }] });
  const claim = (): Cause[] => [{ seat: 1, occasion: "claim" }];

  test("are seldom, and only bots make them", () => {
    expect(remarkOn([entry(3)], -REST, [null, "pip"], claim)).toMatchObject({ character: "pip", version: 3 });
    expect(remarkOn([entry(4)], 3, [null, "pip"], claim)).toBeNull();
    expect(remarkOn([entry(4), entry(3 + REST)], 3, [null, "pip"], claim)?.version).toBe(3 + REST);
    expect(remarkOn([entry(90)], 0, [null, null], claim)).toBeNull();
    expect(remarkOn([entry(90)], 0, [null, "pip"], () => [])).toBeNull();
  });

  test("a claim causes one only between two cities of the viewer's network", () => {
    const { routes } = usa.ruleset;
    const at = (city: string) => routes.filter(({ a, b }) => a === city || b === city);
    const joining = routes.find(({ a, b }) => at(a).length > 1 && at(b).length > 1)!;
    const beside = [joining.a, joining.b].map((city) => at(city).find(({ id }) => id !== joining.id)!.id);
    const names = new Names(usa.ruleset);
    const about = (own: string[], seat: number | null = 0) => {
      const view = { players: [{ routes: own }, { routes: [] }] } as unknown as NetworkView;
      const event = { event: "claimed" as const, seat: 1, route: joining.id, payment: {}, points: 1 };
      return causes(event, { seat, view, names });
    };
    expect(about(beside)).toEqual([{ seat: 1, occasion: "claim" }]);
    expect(about(beside.slice(1))).toEqual([]);
    expect(about(beside, null)).toEqual([]);
    // A claim of the viewer's own.
    expect(about([...beside, joining.id])).toEqual([]);
  });
});
