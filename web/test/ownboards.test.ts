// Boards that are drawn without a server: no spaces overlap, and the drawing has the same elements as a server's.
import { expect, test } from "vitest";
import { drawingsOf, type Art } from "../src/local/boards/drawing";
import { layoutOf } from "../src/local/boards/layout";
import { addCity, addRoute, addTicket, emptyBoard, suggestRoutes, type Board } from "../src/studio/model";

const ART: Art = {
  whole: { paper: "W", sand: "S" },
  thumbnail: { paper: "T", sand: "T" },
  symbols: "<g/>",
  tones: ["red", "blue"],
  cross: "M0 0",
};
const NONE = { land: [], lakes: [], rivers: [], borders: [] };

/** The path of an element, by its class or id. */
const pathOf = (svg: string, name: string, by = "class"): string =>
  new RegExp(`<path ${by}="${name}" d="([^"]*)"`).exec(svg)![1]!;

/** A board with cities on a distorted grid, and routes between neighbors. */
function sample(): Board {
  let board = emptyBoard("Sample & <Sons>", true);
  for (let n = 0; n < 20; n++) {
    const [lat, lon] = [45 + Math.floor(n / 5) * 1.5 + (n % 3) * 0.3, 5 + (n % 5) * 2.2 + (n % 2) * 0.4];
    [board] = addCity(board, `City ${n}`, lat, lon);
  }
  board = suggestRoutes(board);
  const [first] = board.routes;
  [board] = addRoute(board, ...(first!.id.split("-") as [string, string]));
  return addTicket(board, "city_0", "city_19")![0];
}

test("spaces fit, and everything lies inside of the frame", () => {
  const board = sample();
  const { cities, routes, labels, width, height } = layoutOf(board);
  expect([cities.size, routes.size, labels.size]).toEqual([20, board.routes.length, 20]);
  for (const { id, length } of board.routes) {
    const { slots } = routes.get(id)!;
    expect(slots).toHaveLength(length);
    expect(Math.min(...slots.map(({ scale }) => scale))).toBeGreaterThan(0.85);
  }
  const points = [...cities.values(), ...[...routes.values()].flatMap(({ slots }) => slots)];
  for (const { x, y } of points) {
    expect(x).toBeGreaterThan(14);
    expect(y).toBeGreaterThan(14);
    expect(x).toBeLessThan(width - 14);
    expect(y).toBeLessThan(height - 14);
  }
  const places = [...cities.values()];
  for (const [n, one] of places.entries())
    for (const other of places.slice(n + 1))
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(30);
});

test("two routes between the same cities lie side by side", () => {
  const board = sample();
  const twin = board.routes.find(({ id }) => id.endsWith("/2"))!;
  const { routes } = layoutOf(board);
  const [one, other] = [routes.get(twin.id.slice(0, -2))!, routes.get(twin.id)!].map(
    ({ slots }) => slots[0]!,
  );
  expect(Math.hypot(one!.x - other!.x, one!.y - other!.y)).toBeGreaterThan(13);
});

test("names are where the maker put them", () => {
  const board = { ...sample(), drawing: { names: { city_7: "left" as const } } };
  const { cities, labels } = layoutOf(board);
  const label = labels.get("city_7")!;
  expect(label.anchor).toBe("end");
  expect(label.x).toBeLessThan(cities.get("city_7")!.x);
});

test("a board without routes, and one city, can be drawn", () => {
  const [board] = addCity(emptyBoard("One", false), "One", 0, 0);
  const { width, height } = layoutOf(board);
  expect(width).toBeGreaterThan(50);
  expect(height).toBeGreaterThan(50);
});

test("the drawing has the elements that a table needs, and texts are escaped", async () => {
  const board: Board = {
    ...sample(),
    drawing: { palette: "sand" },
    scoring: { districts: { old: { name: "Old", cities: ["city_0", "city_1", "city_6"], points: 3 } } },
  };
  board.mountains = { routes: { [board.routes[0]!.id]: 1 } };
  const { whole, thumbnail } = await drawingsOf(board, ART, async () => NONE);
  expect(whole).toContain('class="board in-sand"');
  expect(whole).toContain("Sample &amp; &lt;Sons&gt;");
  expect(whole).not.toContain("<Sons>");
  expect(whole.match(/<g class="route"/g)).toHaveLength(board.routes.length);
  expect(whole.match(/<g class="city"/g)).toHaveLength(20);
  expect(whole.match(/class="slot/g)).toHaveLength(board.routes.reduce((sum, { length }) => sum + length, 0));
  expect(whole.match(/class="cross"/g)).toHaveLength(1);
  expect(pathOf(whole, "area tone-red").match(/M/g)).toHaveLength(2);
  expect(thumbnail.match(/class="track" d="M/g)).toHaveLength(board.routes.length);
});

test("a board's own outlines replace those of the world, and move with its cities", async () => {
  const land = [[4, 44, 16, 44, 16, 52, 4, 52]];
  const board = { ...sample(), drawing: { land } };
  const asked: number[][] = [];
  const outlines = async (...box: number[]) => {
    asked.push(box);
    return NONE;
  };
  const { whole } = await drawingsOf(board, ART, outlines);
  expect(pathOf(whole, "land", "id")).toMatch(/^M[^M]*L[^M]*L[^M]*L[^M]*z$/);
  expect(asked).toEqual([]);
  await drawingsOf(sample(), ART, outlines);
  const [[west, south, east, north]] = asked as [number[]];
  expect(west).toBeLessThan(5);
  expect(south).toBeLessThan(45);
  expect(east).toBeGreaterThan(14);
  expect(north).toBeGreaterThan(50);
});
