// The positions from which this browser can continue games.
import { beforeEach, expect, test, vi } from "vitest";
import { forget, keepPosition, noteUser, position, positions, type Position } from "../src/lib/position";
import type { Me } from "../src/lib/types";

/** A browser's storage, which lists its keys as its own properties. */
const storage = (): object =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });

beforeEach(() => vi.stubGlobal("localStorage", storage()));

const kept = (id: string, at: number): Position => ({
  user: "ada",
  name: "Ada",
  table: { id, seats: [], comes_back: true },
  board: "USA",
  observed: { ruleset: "usa", seat: 0, version: at, look: false, bytes: "", hints: true },
  at,
});
const ids = (): string[] => positions().map(({ table }) => table.id);

test("games in several pages are all kept, the last one first", () => {
  keepPosition(kept("one", 1));
  keepPosition(kept("two", 2));
  expect(ids()).toEqual(["two", "one"]);
  keepPosition(kept("one", 3));
  expect(ids()).toEqual(["one", "two"]);
  expect(position("one")?.observed.version).toBe(3);
  forget("one");
  expect([ids(), position("one")]).toEqual([["two"], null]);
});

test("of many games, the last ten are kept", () => {
  for (let at = 0; at < 12; at++) keepPosition(kept(`t${at}`, at));
  expect(ids()).toEqual(["t11", "t10", "t9", "t8", "t7", "t6", "t5", "t4", "t3", "t2"]);
});

test("a browser that stores nothing remembers them until the page is closed", () => {
  vi.stubGlobal("localStorage", undefined);
  keepPosition(kept("one", 1));
  expect(ids()).toEqual(["one"]);
  forget("one");
  expect(ids()).toEqual([]);
});

test("another user cannot continue them", () => {
  noteUser({ id: "ada", account: false } as Me);
  keepPosition(kept("one", 1));
  noteUser({ id: "ada", account: false } as Me);
  expect(ids()).toEqual(["one"]);
  noteUser({ id: "eve", account: false } as Me);
  expect(ids()).toEqual([]);
});
