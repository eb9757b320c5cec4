import { expect, test } from "vitest";
import { citiesOn } from "../src/network/mechanisms/tickets/path";

const way = (...pairs: string[]) => pairs.map((pair) => ({ a: pair[0]!, b: pair[1]! }));

test("the cities of a path are in the order of travel", () => {
  expect(citiesOn(way("bc", "ab", "cd"), ["a"])).toEqual([["a", "b", "c", "d"]]);
  expect(citiesOn(way("cb", "cd", "ab"), ["a"])).toEqual([["a", "b", "c", "d"]]);
});

test("a partly built path has a line for each part", () => {
  expect(citiesOn(way("ab", "xy", "bc"), ["a"])).toEqual([
    ["a", "b", "c"],
    ["x", "y"],
  ]);
  expect(citiesOn([], [])).toEqual([]);
});
