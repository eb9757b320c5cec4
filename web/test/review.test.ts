// The chart of a review: the chances of all seats add up to 100 at every moment.
import { expect, test } from "vitest";
import type { Decision, LogEntry, Review } from "../src/lib/types";
import { curves, hundredths, inPercent, ownView } from "../src/replay/review/chart";
import { causeOf } from "../src/replay/review/texts";

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

test("a player's own view is that of steps and turning points", () => {
  const at = (seat: number, version: number, before: number, after: number) =>
    ({ seat, version, before, after }) as Decision;
  const review = { version: 6, decisions: [at(0, 1, 0.6, 0.5), at(1, 2, 0.7, 0.7), at(0, 4, 0.4, 0.3)] };
  const own = [0, 1, 2, 3, 4, 5, 6].map((version) => ownView(review, 0, version));
  expect(own).toEqual([0.6, 0.6, 0.5, 0.5, 0.4, 0.3, null]);
  expect(ownView(review, 2, 3)).toBeNull();
});

test("the parts of a result add up, and those of all seats add up to 100", () => {
  const parts = [
    { ...share(0, 0.336, 0), choices: -0.004, others: 0.016, luck: -0.348 },
    { ...share(1, 0.336, 1), choices: -0.016, others: 0.004, luck: 0.676 },
    { ...share(2, 0.328, 0), luck: -0.328 },
  ];
  const found = inPercent(parts);
  for (const one of found) expect(one.start + one.choices + one.others + one.luck).toBe(one.end);
  const { values } = curves({
    chances: [{ version: 0, chances: parts.map(({ start }) => start) }],
    seats: parts,
  });
  expect(found.map(({ start }) => start)).toEqual(values.map(([start]) => start));
  expect(found.reduce((sum, { start }) => sum + start, 0)).toBe(100);
  expect(found.map(({ end }) => end)).toEqual([0, 100, 0]);
});

test("a turning point names the decision, or what happened until the player's next one", () => {
  const decision = { seat: 0, version: 4, action: "claim:helena-seattle:red*6" } as Decision;
  const game = { decisions: [decision] } as Review;
  const log: LogEntry[] = [
    { version: 4, events: [{ event: "claimed", seat: 1, route: "earlier", payment: {}, points: 1 }] },
    {
      version: 5,
      events: [
        { event: "claimed", seat: 0, route: "helena-seattle", payment: { red: 6 }, points: 15 },
        { event: "turn", seat: 1, turn: 3 },
      ],
    },
    { version: 6, events: [{ event: "claimed", seat: 1, route: "denver-helena", payment: {}, points: 7 }] },
    { version: 7, events: [{ event: "claimed", seat: 1, route: "later", payment: {}, points: 1 }] },
  ] as LogEntry[];
  const point = { seat: 0, before: 0.6, after: 0.3 };
  expect(causeOf({ ...point, cause: "choice", since: 4, until: 5 }, game, log)).toEqual({
    action: decision.action,
    events: [],
    claims: [],
  });
  // The player's own claim was a decision; their draw would have been chance.
  const others = causeOf({ ...point, cause: "events", since: 5, until: 6 }, game, log);
  expect(others.action).toBeNull();
  expect(others.events.map((one) => "route" in one && one.route)).toEqual(["denver-helena"]);
  expect(others.claims).toEqual(["claim:denver-helena:"]);
  const drew = { version: 5, events: [{ event: "drew", seat: 0, card: "red" }] } as unknown as LogEntry;
  const luck = causeOf({ ...point, cause: "events", since: 5, until: 5 }, game, [drew]);
  expect(luck.events).toEqual(drew.events);
});
