// Numbers and texts as Python writes them; `tests/tools/test_wasm.py` compares whole messages.
import { expect, test } from "vitest";
import { short } from "../src/engine/errors";
import { rint, rounded } from "../src/engine/rounding";
import { Count } from "../src/engine/telling/chances";

test.each([
  [0.03125, 0.0312], // ties go to the even digit
  [0.09375, 0.0938],
  [0.15625, 0.1562],
  [3.96875, 3.9688],
  [0.00005, 0.0001], // no tie in binary
  [2.67495, 2.6749],
  [1 / 3, 0.3333],
  [12, 12],
])("%d is rounded to %d", (value, expected) => {
  expect(rounded(value, 4)).toBe(expected);
});

test("ties of other decimals go to the even digit, too", () => {
  expect([0.25, 0.75, 1.25, 0.35].map((value) => rounded(value, 1))).toEqual([0.2, 0.8, 1.2, 0.3]);
  expect([0.5, 1.5, 2.5, 2.4].map(rint)).toEqual([0, 2, 2, 2]);
});

test("chances are added up before they are rounded", () => {
  const count = new Count();
  count.add(3, 1, 0.00004);
  count.add(2, 0, 0.00004);
  expect(count.told).toEqual({ cards: 5, got: 1, expected: 0.0001 });
});

test.each([
  ["draw", "'draw'"],
  ["it's", `"it's"`],
  [`'"`, `'\\'"'`],
  ["a\nb\t\\", "'a\\nb\\t\\\\'"],
  ["é\u200b\u0001\u{1F682}", "'é\\u200b\\x01\u{1F682}'"],
  ["x".repeat(61), `'${"x".repeat(57)}...'`],
])("%s is quoted", (text, expected) => {
  expect(short(text)).toBe(expected);
});
