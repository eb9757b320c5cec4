// Rings, the routes from a city back to it (MECH-8): their shape, and changes of them in the board editor.
import { expect, test } from "vitest";
import { LENGTH_OF_LOOP, onArm, onLoop, roomiest } from "../src/lib/loop";
import { routeWords } from "../src/lib/names";
import {
  addRoute,
  between,
  isRing,
  removeCity,
  removeRoute,
  renameCity,
  shortestOf,
  type Board,
} from "../src/studio/model";
import { spread } from "../src/studio/passengers";
import { spacesOf, type Point } from "../src/studio/plane";
import { distances } from "../src/studio/ways";
import { board as small } from "./checks.json";

const board = small as unknown as Board;
const ids = ({ routes }: Board): string[] => routes.map(({ id }) => id);
const ringed = (): Board => addRoute(addRoute(board, "aa", "aa")[0], "aa", "aa")[0];

test("a loop begins and ends in its city, and its length is even", () => {
  const points = Array.from({ length: 401 }, (_, n) => {
    const { along, aside } = onLoop(n / 400);
    return onArm({ x: 0, y: 1 }, along, aside);
  });
  for (const { x, y } of [points[0]!, points.at(-1)!]) expect(Math.hypot(x, y)).toBeLessThan(1e-9);
  const steps = points.slice(1).map(({ x, y }, n) => Math.hypot(x - points[n]!.x, y - points[n]!.y));
  expect(steps.reduce((sum, step) => sum + step)).toBeCloseTo(LENGTH_OF_LOOP, 3);
  expect(Math.max(...steps)).toBeCloseTo(Math.min(...steps), 4);
});

test("a loop turns to where there is room, and stays where it is good", () => {
  const city = { x: 0, y: 0 };
  const around = [0, 60, 120, 180, 240].map((degrees): Point => {
    const angle = (degrees * Math.PI) / 180;
    return { x: 40 * Math.cos(angle), y: 40 * Math.sin(angle) };
  });
  const { x, y } = roomiest(city, 40, around, 30);
  expect((Math.atan2(y, x) * 180) / Math.PI).toBeCloseTo(-60, 5);
  const now = { x: x * 0.99 - y * 0.1, y: y * 0.99 + x * 0.1 };
  expect(roomiest(city, 40, around, 30, now)).toEqual(now);
});

test("rings are added, renumbered, renamed and removed like double routes", () => {
  const two = ringed();
  expect(ids(two).filter(isRing)).toEqual(["aa-aa", "aa-aa/2"]);
  expect(between(two, "aa", "aa").map(({ length }) => length)).toEqual([4, 4]);
  expect(between(two, "aa", "bb").map(({ id }) => id)).toEqual(["aa-bb", "aa-bb/2"]);
  expect([shortestOf("aa-aa"), shortestOf("aa-aa/2"), shortestOf("aa-bb")]).toEqual([3, 3, 1]);
  expect(ids(removeRoute("aa-aa")(two)).filter(isRing)).toEqual(["aa-aa"]);
  expect(ids(renameCity(two, "aa", "Zürich")[0]).filter(isRing)).toEqual([
    "zurich-zurich",
    "zurich-zurich/2",
  ]);
  expect(ids(removeCity("aa")(two)).filter(isRing)).toEqual([]);
});

test("a ring changes no distance, and counts once for passengers", () => {
  const way = distances(board.cities, board.routes);
  const again = distances(board.cities, ringed().routes);
  for (const { id: a } of board.cities)
    for (const { id: b } of board.cities) expect(again(a, b)).toBe(way(a, b));
  const one = addRoute({ ...board, routes: [] }, "aa", "aa")[0];
  const edge = addRoute(one, "bb", "cc")[0];
  expect(spread(edge, 3)).toEqual({ aa: 1, bb: 1, cc: 1 });
});

test("the map draws each space of a ring, away from the dot of its city", () => {
  const two = ringed();
  const places = new Map(two.cities.map(({ id, lat, lon }) => [id, { x: lon * 100, y: -lat * 100 }]));
  const drawn = between(two, "aa", "aa").map((route) => spacesOf(two, route, places, 11));
  expect(drawn.map((spaces) => spaces.length)).toEqual([4, 4]);
  const corners = drawn
    .flat()
    .map((space) => space.split(" ").map((corner) => corner.split(",").map(Number)));
  const { x, y } = places.get("aa")!;
  for (const [px, py] of corners.flat()) expect(Math.hypot(px! - x, py! - y)).toBeGreaterThan(9);
});

test("a ring is called by its only city", () => {
  expect(routeWords("London", "London", true)).toBe("London (ring)");
  expect(routeWords("London", "Dover", false)).toBe("London – Dover");
});
