// Reviews judge people only by their own moves, not by the moves of a bot that played for them.
import { expect, test } from "vitest";
import type { Decision, Review, SeatChange } from "../src/lib/types";
import { standIn } from "../src/lib/standins";
import { accuracyOf } from "../src/local/statistics";
import { mistakes, turningPoint } from "../src/replay/review/texts";
import { ofPeople } from "../src/engine/reviewing/people";

const decision = (version: number, lost = 0, points = 0): Decision => ({
  version,
  seat: version % 2,
  action: "draw",
  before: 0.5,
  after: 0.5 - lost,
  error: 0.01,
  points,
  expert: lost ? "tickets" : null,
});

const share = (seat: number) => ({
  seat,
  start: 0.5,
  choices: -0.3,
  others: 0,
  luck: 0.3,
  end: 0.5,
  turns: null,
});

/** Seat 0 itself loses 0.1 at version 2, and the bot's move for it at version 8 costs 0.2. */
const review: Review = {
  format: "whistlestop-review/4",
  ruleset: "usa",
  players: 2,
  seed: 0,
  worlds: 4,
  version: 12,
  seats: [0, 1].map((seat) => ({ ...share(seat), accuracy: [50, 50, 50] })),
  chances: [],
  turning_points: [{ seat: 0, cause: "choice", since: 8, until: 9, before: 0.5, after: 0.3 }],
  decisions: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((version) =>
    version === 2 ? decision(2, 0.1, 3) : version === 8 ? decision(8, 0.2, 6) : decision(version),
  ),
};
const left: SeatChange[] = [{ version: 6, seat: 0, bot: "hard" }];

test("who plays a seat changes at the version of a change", () => {
  const changes = [...left, { version: 8, seat: 0, bot: null }];
  expect([5, 6, 7, 8].map((version) => standIn(changes, 0, version))).toEqual([null, "hard", "hard", null]);
  expect(standIn(changes, 1, 7)).toBeNull();
});

test("what a bot played for a person is no mistake of theirs, and not in their accuracy", () => {
  const found = ofPeople(review, left);
  expect(mistakes(review, 0).map(({ version }) => version)).toEqual([2, 8]);
  expect(mistakes(found, 0).map(({ version }) => version)).toEqual([2]);
  expect(turningPoint(found, 0)).toMatchObject({ since: 2, after: 0.4 });
  const [own, other] = found.seats;
  expect(own!.accuracy).toEqual([50, 100, null]);
  expect(other!.accuracy).toEqual([100, 100, 100]);
  expect([own!.choices, own!.others].map((one) => Math.round(100 * one))).toEqual([-10, -20]);
  expect(found.decisions.filter(({ seat }) => seat === 1)).toHaveLength(6);
});

test("their moves count again when they are back", () => {
  const found = ofPeople(review, [...left, { version: 8, seat: 0, bot: null }]);
  expect(mistakes(found, 0).map(({ version }) => version)).toEqual([2, 8]);
});

test("a review that begins in the middle has the phases of the whole game", () => {
  const partial = { ...review, decisions: review.decisions.slice(4) };
  expect(ofPeople(partial, left, 0).seats[0]!.accuracy).toEqual([null, 100, null]);
});

test("a game of which nobody knows who played is shown as it is", () => {
  expect(ofPeople(review, [])).toBe(review);
  expect(accuracyOf(review, 0)).toBe(50);
  expect(accuracyOf(review, 0, left)).toBe(75);
});
