// The chart of a review: the chances of all seats add up to 100 at every moment.
import { expect, test } from "vitest";
import { curves, hundredths } from "../src/replay/review/chart";

const share = (seat: number, start: number, end: number) => ({
  seat,
  start,
  choices: 0,
  others: 0,
  luck: 0,
  end,
});

test("the chances of all seats add up to 100 at every moment", () => {
  const chances = [
    { version: 0, chances: [0.555, 0.445] },
    { version: 1, chances: [0.4, 0.6] },
    { version: 5, chances: [1, 0] },
  ];
  expect(curves({ chances, seats: [share(0, 0.555, 1), share(1, 0.445, 0)] })).toEqual({
    versions: [0, 1, 5],
    values: [
      [56, 40, 100],
      [44, 60, 0],
    ],
  });
  expect(hundredths([1 / 3, 1 / 3, 1 / 3]).reduce((sum, one) => sum + one)).toBe(100);
});
