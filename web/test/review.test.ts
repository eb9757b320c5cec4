// The curves of a review: each seat's own estimate, held until its next decision.
import { expect, test } from "vitest";
import type { Review } from "../src/lib/types";
import { curves } from "../src/replay/review/chart";

const decision = (version: number, seat: number, before: number) => ({
  version,
  seat,
  action: "draw",
  before,
  after: before,
  error: 0,
});
const share = (seat: number, start: number, end: number) => ({
  seat,
  start,
  choices: 0,
  others: 0,
  luck: 0,
  end,
});

test("a seat keeps its chance between its decisions, and ends with what it has won", () => {
  const review: Review = {
    format: "whistlestop-review/2",
    ruleset: "usa",
    players: 2,
    seed: 0,
    worlds: 4,
    version: 5,
    seats: [share(0, 0.5, 1), share(1, 0.4, 0)],
    turning_points: [],
    decisions: [decision(0, 0, 0.5), decision(1, 1, 0.4), decision(3, 0, 0.555), decision(4, 1, 0.2)],
  };
  expect(curves(review)).toEqual({
    versions: [0, 1, 3, 4, 5],
    values: [
      [50, 50, 56, 56, 100],
      [40, 40, 40, 20, 0],
    ],
  });
});
