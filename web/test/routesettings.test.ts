// Settings of single routes follow their routes (MECH-3).
import { expect, test } from "vitest";
import {
  addCity,
  addRoute,
  emptyBoard,
  removeCity,
  removeRoute,
  renameCity,
  type Board,
} from "../src/studio/model";
import { changeInPlay, changeSmall, fittedInPlay, inPlay, takesSmall } from "../src/studio/routesettings";

/** Three cities, a double route and a single one, with settings for all three routes. */
function made(): Board {
  let board = emptyBoard("Moravia", true);
  for (const [name, lat, lon] of [
    ["Brno", 49, 16],
    ["Praha", 50, 14],
    ["Wien", 48, 16],
  ] as const) {
    [board] = addCity(board, name, lat, lon);
  }
  for (const [a, b] of [
    ["brno", "praha"],
    ["brno", "praha"],
    ["brno", "wien"],
  ] as const) {
    [board] = addRoute(board, a, b);
  }
  return {
    ...board,
    players: { min: 2, max: 5 },
    in_play: { routes: { "brno-praha": [4, 5], "brno-praha/2": [5], "brno-wien": [3] } },
    mountains: { points: 2, routes: { "brno-wien": 1 } },
    small_trains: { count: 4, routes: ["brno-praha", "brno-wien"] },
  };
}

test("a removed route takes its settings along, and parallel ones keep theirs", () => {
  const board = removeRoute("brno-praha")(made());
  expect(board.in_play).toEqual({ routes: { "brno-praha": [5], "brno-wien": [3] } });
  expect(removeRoute("brno-wien")(made()).mountains).toEqual({ points: 2, routes: {} });
});

test("settings follow a renamed city, and go with a removed one", () => {
  const [board] = renameCity(made(), "brno", "Žlutice");
  expect(board.in_play).toEqual({
    routes: { "praha-zlutice": [4, 5], "praha-zlutice/2": [5], "wien-zlutice": [3] },
  });
  expect(board.mountains).toEqual({ points: 2, routes: { "wien-zlutice": 1 } });
  expect(removeCity("wien")(made()).in_play).toEqual({
    routes: { "brno-praha": [4, 5], "brno-praha/2": [5] },
  });
});

test("a route is in play with all numbers of players unless some are left out", () => {
  const board = { ...made(), in_play: undefined };
  expect(inPlay(board, "brno-wien")).toEqual([2, 3, 4, 5]);
  const less = changeInPlay("brno-wien", 2, false)(board);
  expect(less.in_play).toEqual({ routes: { "brno-wien": [3, 4, 5] } });
  expect(changeInPlay("brno-wien", 2, true)(less)).not.toHaveProperty("in_play");
});

test("numbers of players that the board is no longer for are left out", () => {
  const board = made();
  expect(fittedInPlay({ ...board, players: { min: 2, max: 4 } }).in_play).toEqual({
    routes: { "brno-praha": [4], "brno-wien": [3] },
  });
  expect(fittedInPlay({ ...board, players: { min: 3, max: 3 } })).not.toHaveProperty("in_play");
});

test("the mark of small trains follows its route", () => {
  expect(removeRoute("brno-praha")(made()).small_trains).toEqual({ count: 4, routes: ["brno-wien"] });
  const [board] = renameCity(made(), "brno", "Žlutice");
  expect(board.small_trains).toEqual({ count: 4, routes: ["praha-zlutice", "wien-zlutice"] });
});

test("the first marked route gives players small trains, and without the last one there are none", () => {
  const board = { ...made(), small_trains: undefined };
  expect(takesSmall(board, "brno-wien")).toBe(false);
  const marked = changeSmall("brno-wien", true)(board);
  // Enough for the route, and at least five.
  const { length } = board.routes.find(({ id }) => id === "brno-wien")!;
  expect(marked.small_trains).toEqual({ count: Math.max(5, length), routes: ["brno-wien"] });
  expect(takesSmall(marked, "brno-wien")).toBe(true);
  const both = changeSmall(
    "brno-praha/2",
    true,
  )({ ...marked, small_trains: { ...marked.small_trains, count: 7 } });
  expect(both.small_trains).toEqual({ count: 7, routes: ["brno-praha/2", "brno-wien"] });
  const one = changeSmall("brno-wien", false)(both);
  expect(one.small_trains).toEqual({ count: 7, routes: ["brno-praha/2"] });
  expect(changeSmall("brno-praha/2", false)(one)).not.toHaveProperty("small_trains");
});
