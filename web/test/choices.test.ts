// Choosing step by step: choices with the same text are one choice, and a step without alternatives is skipped.
import { expect, test } from "vitest";
import { runsOf, stepsOf } from "../src/table/choices";

const claim = (value: string, route: string, cards: string) => ({
  value,
  path: ["Claim a route", route, `Claim ${route} with ${cards}`],
});
const choices = [
  { value: "draw", path: ["Draw from the deck"] },
  claim("claim:omaha:red*2", "Denver – Omaha", "2 red cards"),
  claim("claim:omaha:blue*2", "Denver – Omaha", "2 blue cards"),
  claim("claim:dallas-1:red", "Austin – Dallas", "1 red card"),
  claim("claim:dallas-2:red", "Austin – Dallas", "1 red card"),
];

test("first the kind, then the routes by name, then the payment", () => {
  expect(stepsOf(choices, [])).toEqual({
    steps: [{ options: ["Draw from the deck", "Claim a route"], picked: "" }],
    values: [],
  });
  expect(stepsOf(choices, ["Draw from the deck"]).values).toEqual(["draw"]);
  const { steps, values } = stepsOf(choices, ["Claim a route"]);
  expect(steps[1]).toEqual({ options: ["Austin – Dallas", "Denver – Omaha"], picked: "" });
  expect(values).toEqual([]);
  const picks = ["Claim a route", "Denver – Omaha"];
  expect(stepsOf(choices, picks).steps[2]!.options).toHaveLength(2);
  expect(stepsOf(choices, [...picks, "Claim Denver – Omaha with 2 blue cards"]).values).toEqual([
    "claim:omaha:blue*2",
  ]);
});

test("two tracks that read the same are one choice of both", () => {
  const { steps, values } = stepsOf(choices, ["Claim a route", "Austin – Dallas"]);
  expect(steps[2]!.options).toEqual(["Claim Austin – Dallas with 1 red card"]);
  expect(values).toEqual(["claim:dallas-1:red", "claim:dallas-2:red"]);
});

test("a pick that is no longer offered is not chosen", () => {
  expect(stepsOf(choices, ["Claim a route", "Boston – Montreal"]).values).toEqual([]);
  expect(stepsOf([], ["Draw from the deck"])).toEqual({ steps: [], values: [] });
});

test("neighbors that read the same are one entry", () => {
  const runs = runsOf(["a1", "a2", "b", "a3"], (one) => one[0]!);
  expect(runs.map(({ items }) => items)).toEqual([["a1", "a2"], ["b"], ["a3"]]);
});
