// Requests of the board editor, answered without a server: coasts and decks of tickets.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { DeckError, suggestDeck } from "../src/local/studio/deck";
import { decoded, region, type World } from "../src/local/studio/land";
import { addRoute, addTicket, type Board } from "../src/studio/model";
import { distances } from "../src/studio/ways";
import { board as small } from "./checks.json";

const file = new URL("../../src/whistlestop/drawing/world.json.gz", import.meta.url);
const world = decoded(JSON.parse(gunzipSync(readFileSync(file)).toString()) as World);

test("a box shows what is in it, and nothing beside it", () => {
  const box = { west: 5, south: 45, east: 16, north: 55 };
  const found = region(world, box);
  for (const kind of ["land", "lakes", "rivers", "borders"] as const) {
    expect(found[kind].length).toBeGreaterThan(3);
    for (const line of found[kind]) {
      expect(line.length % 2).toBe(0);
      for (let n = 0; n < line.length; n += 2) {
        expect(line[n]).toBeGreaterThanOrEqual(box.west);
        expect(line[n]).toBeLessThanOrEqual(box.east);
        expect(line[n + 1]).toBeGreaterThanOrEqual(box.south);
        expect(line[n + 1]).toBeLessThanOrEqual(box.north);
      }
    }
  }
  // A wider box is shown with less detail.
  const points = (lines: number[][]): number => lines.reduce((sum, line) => sum + line.length, 0);
  const whole = region(world, { west: -180, south: -85, east: 180, north: 85 });
  expect(points(whole.land)).toBeLessThan(40_000);
  // The sea has no land.
  expect(region(world, { west: -40, south: 20, east: -35, north: 25 }).land).toEqual([]);
});

/** A board of cities on a grid. */
function grid(side: number): Board {
  const cities = Array.from({ length: side * side }, (_, n) => ({
    id: `c${String(n).padStart(2, "0")}`,
    name: `C${n}`,
    lat: Math.floor(n / side),
    lon: n % side,
  }));
  let board: Board = {
    ...(small as unknown as Board),
    trains: { count: 40 },
    cities,
    routes: [],
    tickets: [],
  };
  for (let n = 0; n < cities.length; n++) {
    if ((n + 1) % side) board = addRoute(board, cities[n]!.id, cities[n + 1]!.id)[0];
    if (n + side < cities.length) board = addRoute(board, cities[n]!.id, cities[n + side]!.id)[0];
  }
  return { ...board, routes: board.routes.map((route, n) => ({ ...route, length: (n % 3) + 2 })) };
}

test("a deck has tickets worth the shortest way, for every city, far enough apart", () => {
  const board = grid(5);
  const tickets = suggestDeck({ board, count: null, long: 0, keep: [], seed: 0 });
  expect(tickets).toHaveLength(Math.round(25 * 0.9));
  const way = distances(board.cities, board.routes);
  for (const { id, origin, targets, points, long } of tickets) {
    expect(id).toBe(`${origin}-${targets[0]}`);
    expect(origin < targets[0]!).toBe(true);
    expect(points).toEqual([way(origin, targets[0]!)]);
    expect(points[0]).toBeLessThanOrEqual(Math.round(0.47 * 40));
    expect(board.routes.some((route) => route.id === id)).toBe(false);
    expect(long).toBe(false);
  }
  const used = new Set(tickets.flatMap(({ origin, targets }) => [origin, ...targets]));
  expect(used.size).toBeGreaterThanOrEqual(24);
  expect(suggestDeck({ board, count: null, long: 0, keep: [], seed: 0 })).toEqual(tickets);
  expect(suggestDeck({ board, count: null, long: 0, keep: [], seed: 1 })).not.toEqual(tickets);
});

test("kept tickets stay, and long ones are far", () => {
  const board = grid(5);
  const [, keep] = addTicket(board, "c00", "c01")!;
  const tickets = suggestDeck({ board, count: 12, long: 4, keep: [keep], seed: 3 });
  expect(tickets.map(({ id }) => id)).toContain(keep);
  expect(tickets.filter(({ long }) => long)).toHaveLength(4);
  const least = Math.min(...tickets.filter(({ long }) => long).map(({ points }) => points[0]!));
  const most = Math.max(...tickets.filter(({ long }) => !long).map(({ points }) => points[0]!));
  expect(least).toBeGreaterThan(most);
});

test("what a board has no tickets for is refused", () => {
  const board = grid(3);
  const wish = { board, count: null, long: 0, keep: [], seed: 0 };
  for (const wrong of [
    { count: 129 },
    { count: 100 },
    { keep: ["c00-zz"] },
    { board: { ...board, routes: [] } },
  ]) {
    expect(() => suggestDeck({ ...wish, ...wrong })).toThrow(DeckError);
  }
});
