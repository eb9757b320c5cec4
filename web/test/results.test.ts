// Results of games that a player left (RUL-84): winners, order, and texts.
import { describe, expect, test } from "vitest";
import { endingText, ranked, storyText, titleText, winnersOf, type SeatResult } from "../src/lib/results";
import { Names } from "../src/lib/names";
import type { CommonEvent } from "../src/lib/types";
import { describeCommon } from "../src/lib/words";
import * as usa from "./frames/usa";

const end = (
  seat: number,
  ending: SeatResult["ending"],
  score: number,
  rank: number,
  more = {},
): SeatResult => ({
  seat,
  ending,
  score,
  rank,
  finisher: ending === "played" ? null : "planner",
  won: ending === "played" && rank === 1,
  ...more,
});
const nameOf = (seat: number) => ["Anna", "Ben", "Cleo"][seat]!;
const anna = { nameOf, mine: (seat: number) => seat === 0 };
const cleo = { nameOf, mine: (seat: number) => seat === 2 };
const left = [end(0, "left", 121, 2), end(1, "played", 98, 1)];

describe("what happened", () => {
  test("a player left", () => {
    expect(storyText(left, cleo)).toBe(
      "Anna left; a bot finished for them with 121 points. Ben wins with 98 points.",
    );
    expect(storyText(left, anna)).toBe(
      "You left; a bot finished for you with 121 points. Ben wins with 98 points.",
    );
    expect(titleText(winnersOf(left), anna)).toBe("Ben wins");
    expect(titleText(winnersOf(left), { nameOf, mine: (seat) => seat === 1 })).toBe("You win!");
    expect(titleText(winnersOf(left), { nameOf, mine: (seat) => seat === 1 }, true)).toBe("Ben wins");
  });

  test("time ran out, with or without a bot, and a player was absent", () => {
    const ends = [
      end(0, "time", 12, 3),
      end(1, "time", 3, 3, { finisher: "passes" }),
      end(2, "played", 40, 1),
    ];
    expect(storyText(ends, cleo)).toBe(
      "Anna ran out of time; a bot finished for them with 12 points. " +
        "Ben ran out of time, so only forced moves were made for them; they have 3 points. You win with 40 points.",
    );
    expect(storyText([end(0, "removed", 1, 2), end(1, "played", 2, 1)], cleo)).toBe(
      "Anna was away too long; a bot finished for them with 1 point. Ben wins with 2 points.",
    );
  });

  test("everybody left", () => {
    const ends = [end(0, "left", 5, 2), end(1, "time", 6, 2)];
    expect(winnersOf(ends)).toEqual([]);
    expect(titleText([], cleo)).toBe("Nobody won");
    expect(storyText(ends, cleo)).toMatch(/Nobody stayed to the end, so nobody won\.$/);
  });

  test("no text if everybody stayed", () => {
    const ends = [end(0, "played", 5, 1), end(1, "played", 5, 1), end(2, "played", 4, 3)];
    expect(storyText(ends, cleo)).toBe("");
    expect(titleText(winnersOf(ends), cleo)).toBe("Anna and Ben share the win");
    expect(ends.map(endingText)).toEqual(["", "", ""]);
    expect(endingText({ ending: "unfinished" })).toBe("");
    expect(endingText(left[0]!)).toBe("Left early");
  });
});

test("the log shows the result, not the ranking by scores", () => {
  const context = { names: new Names(usa.ruleset), ...cleo };
  const over: Extract<CommonEvent, { event: "over" }> = { event: "over", winners: [0] };
  expect(describeCommon(over, { ...context, ends: left })).toBe(
    "The game is over. Anna left; a bot finished for them with 121 points. Ben wins with 98 points.",
  );
  const stayed = [end(0, "played", 121, 1), end(1, "played", 98, 2)];
  expect(describeCommon(over, { ...context, ends: stayed })).toBe("The game is over. Anna wins.");
  expect(describeCommon(over, context)).toBe("The game is over. Anna wins.");
  // Before the end of a replay, the scores are unknown (RUL-84).
  expect(describeCommon(over, { ...context, winners: winnersOf(left) })).toBe("The game is over. Ben wins.");
});

test("players who left come last", () => {
  const players = [
    { seat: 0, rank: 1 },
    { seat: 1, rank: 3 },
    { seat: 2, rank: 2 },
  ];
  const ends = [end(0, "left", 9, 3), end(1, "played", 7, 1), end(2, "left", 8, 3)];
  expect(ranked(players, ends).map(({ seat }) => seat)).toEqual([1, 0, 2]);
  expect(ranked(players, null).map(({ seat }) => seat)).toEqual([0, 2, 1]);
});
