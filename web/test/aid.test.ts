// The player aid (COM-26): every game has one, with the numbers of its ruleset and only its own features.
import { beforeAll, describe, expect, test } from "vitest";
import { languages, NAMES } from "../src/i18n";
import type { Aid, Part } from "../src/lib/aid";
import type { NetworkRulesetInfo, RulesetInfo, YardRulesetInfo } from "../src/lib/types";
import { kinds } from "../src/machines";
import * as card_game from "./frames/card_game";
import * as europe from "./frames/europe";
import * as switzerland from "./frames/switzerland";
import * as usa from "./frames/usa";

const rulesets: Record<string, RulesetInfo> = {
  usa: usa.ruleset,
  europe: europe.ruleset,
  switzerland: switzerland.ruleset,
  card_game: card_game.ruleset,
};
const made: Record<string, Aid> = {};

beforeAll(async () => {
  await Promise.all([languages.open("aid"), languages.open("rules")]);
  for (const machine of ["network", "yard"] as const) made[machine] = await kinds[machine].aid();
});

const aidOf = (ruleset: RulesetInfo): Part[] => made[ruleset.machine]!(ruleset);
const textOf = (parts: Part[], ...ids: string[]): string =>
  parts
    .filter((one) => !ids.length || ids.includes(one.id))
    .flatMap((one) => [
      one.title,
      ...one.items.flatMap((item) => [item.title, item.text]),
      ...(one.table?.rows.map((row) => row.join(": ")) ?? []),
    ])
    .join("\n");

describe.each(Object.keys(NAMES))("in %s", (language) => {
  test.each(Object.keys(rulesets))("%s has a sheet with a turn, points and the end", async (id) => {
    await languages.load(language as "en");
    const parts = aidOf(rulesets[id]!);
    await languages.load("en");
    expect(parts.map((one) => one.id)).toEqual(expect.arrayContaining(["turn", "end"]));
    expect(new Set(parts.map((one) => one.id)).size).toBe(parts.length);
    expect(textOf(parts)).not.toMatch(/undefined|NaN|[{}]/);
    for (const { items, table, title } of parts) {
      expect(title).toBeTruthy();
      expect(items.length + (table?.rows.length ?? 0)).toBeGreaterThan(0);
      for (const { text } of items) expect(text).toBeTruthy();
    }
  });
});

describe("differences between games", () => {
  const has = (id: string, ...words: string[]): boolean[] =>
    words.map((word) => textOf(aidOf(rulesets[id]!), "turn", "special").includes(word));

  test("only games with ferries, tunnels or stations mention them", () => {
    const words = ["Ferry", "Tunnel", "Build a station"];
    expect(has("usa", ...words)).toEqual([false, false, false]);
    expect(has("europe", ...words)).toEqual([true, true, true]);
    expect(has("switzerland", ...words)).toEqual([false, true, false]);
    // A board without any of these lacks the part.
    const plain = { ...usa.ruleset, routes: usa.ruleset.routes.map((one) => ({ ...one, twins: [] })) };
    expect(aidOf(plain).map((one) => one.id)).toEqual(["turn", "points", "end"]);
  });

  test("the ruleset defines what locomotives do", () => {
    // USA-9, SWI-9, SWI-11
    const [face, tunnels] = [
      "A face-up locomotive must be your first",
      "Locomotives can only pay for tunnels",
    ];
    expect(has("usa", face, tunnels)).toEqual([true, false]);
    expect(has("switzerland", face, tunnels)).toEqual([false, true]);
  });

  test("numbers come from the ruleset", () => {
    // COM-23, EUR-26
    const parts = aidOf(europe.ruleset);
    expect(parts.find((one) => one.id === "points")!.table!.rows).toContainEqual([8, 21]);
    expect(textOf(parts, "end")).toMatch(
      /2 trains or fewer[\s\S]*Each station not built: 4\nLongest path: 10/,
    );
    const ruleset = europe.ruleset as NetworkRulesetInfo;
    const numbers = { ...ruleset.numbers, draw_tickets: 7, draw_keep: 3, longest: 99, surcharge_cards: 1 };
    const other = textOf(aidOf({ ...ruleset, numbers, route_points: { ...ruleset.route_points, 8: 77 } }));
    expect(other).toMatch(/Draw 7, keep at least 3/);
    expect(other).toMatch(/Longest path: 99/);
    expect(other).toMatch(/Cards turned up: 1\./);
    expect(other).toMatch(/\n8: 77/);
  });

  test("the card game: two phases, big cities, a second round if it has one", () => {
    // CARD-8, CARD-44, CARD-51
    const ruleset = card_game.ruleset as YardRulesetInfo;
    const parts = aidOf(ruleset);
    expect(parts.map((one) => one.id)).toEqual(["first", "turn", "cities", "end"]);
    expect(textOf(parts, "cities")).toContain("New York: 15");
    expect(textOf(parts, "turn")).toContain("Draw 4, keep as many as you like");
    expect(textOf(parts, "end")).toContain("With 4 or more players");
    const once = { ...ruleset, numbers: { ...ruleset.numbers, two_passes_from: null, draw_keep: 1 } };
    expect(textOf(aidOf(once), "end")).not.toContain("two rounds");
    expect(textOf(aidOf(once), "turn")).toContain("Draw 4, keep at least 1");
  });
});
