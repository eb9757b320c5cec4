// The daily puzzle, and the stored progress in lessons and puzzles.
import { beforeEach, expect, test, vi } from "vitest";
import { daily } from "../src/practice/daily";
import { learn, learned, nextStep, solve, streakOf, unfinished, unlearn } from "../src/practice/progress";
import type { PuzzleSet } from "../src/lib/types";

const set = (ruleset: string, count: number): PuzzleSet => ({
  ruleset,
  puzzles: Array.from({ length: count }, (_, i) => ({ id: `${ruleset}${i}`, level: "easy" })),
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test("daily puzzles alternate between games and repeat as late as possible", () => {
  const sets = [set("usa", 5), set("empty", 0), set("europe", 5)];
  const found = Array.from({ length: 10 }, (_, day) => daily(sets, 20_000 + day)!);
  expect(
    found
      .map(({ ruleset }) => ruleset)
      .slice(0, 2)
      .sort(),
  ).toEqual(["europe", "usa"]);
  expect(new Set(found.map(({ puzzle }) => puzzle)).size).toBe(10);
  expect(daily([], 1)).toBeNull();
  expect(daily([set("empty", 0)], 1)).toBeNull();
});

test("a streak counts days with a right first answer", () => {
  solve("a", true, true, 10);
  expect(solve("b", true, true, 11).streak).toBe(2);
  expect(solve("b", false, true, 11).streak).toBe(2); // only the first answer counts
  expect(solve("c", true, false, 11).streak).toBe(2);
  const mine = solve("d", true, true, 12);
  expect([streakOf(mine, 12), streakOf(mine, 13), streakOf(mine, 14)]).toEqual([3, 3, 0]);
  expect(solve("e", true, true, 15)).toMatchObject({ streak: 1, best: 3 });
  expect(solve("f", false, true, 16)).toMatchObject({ streak: 0, best: 3, answers: { e: true, f: false } });
});

test("steps of a lesson are stored until it is restarted", () => {
  learn("usa", "take");
  learn("usa", "take");
  learn("europe", "ferry");
  expect(learned()).toEqual({ usa: ["take"], europe: ["ferry"] });
  unlearn("usa");
  expect(learned().usa).toEqual([]);
});

test("a lesson ends after its last step, and skipped steps stay open", () => {
  const steps = ["take", "claim", "last"].map((id) => ({ id }));
  const next = (place: number, ...done: string[]) => nextStep(steps, place, new Set(done))?.id;
  const open = (...done: string[]) => unfinished(steps, new Set(done)).map(({ id }) => id);
  expect(next(0, "take")).toBe("claim");
  expect(next(0)).toBe("claim"); // skipped
  expect(next(2, "claim")).toBeUndefined(); // the last one is skipped as well
  expect(open("claim")).toEqual(["take", "last"]);
  // Later, only these are left to do.
  expect(next(0, "take", "claim")).toBe("last");
  expect(next(2, "take", "claim", "last")).toBeUndefined();
  expect(open("take", "claim", "last")).toEqual([]);
  // A completed lesson can be repeated step by step.
  expect(next(0, "take", "claim", "last")).toBe("claim");
});
