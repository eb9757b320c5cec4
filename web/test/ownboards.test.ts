// Boards that are drawn without a server: no spaces overlap, and the drawing has the same elements as a server's.
import { expect, test, vi } from "vitest";
import { drawingsOf, type Art } from "../src/local/boards/drawing";
import { furnitureOf } from "../src/local/boards/furniture";
import { layoutOf, type Layout, type Slot } from "../src/local/boards/layout";
import { placesOf } from "../src/local/boards/names";
import { decoded, region } from "../src/local/studio/land";
import {
  addCity,
  addRoute,
  addTicket,
  emptyBoard,
  isRing,
  suggestRoutes,
  type Board,
} from "../src/studio/model";

const ART: Art = {
  whole: { paper: "W", sand: "S" },
  thumbnail: { paper: "T", sand: "T" },
  symbols: "<g/>",
  tones: ["red", "blue"],
  cross: "M0 0",
  small: "M-14 0h9z",
  plate: [300, "<path class='plate'/>"],
  rose: [46, "<path class='north'/>"],
  ranges: [{ height: 3000, width: 40, crest: [5, 44.5, 9, 46.4, 15, 47.2] }],
};
// A layout takes about a second, and longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

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

/** A board with many cities at uneven places and long names. */
function dense(): Board {
  let [board, seed] = [emptyBoard("Dense", true), 7];
  const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let n = 0; n < 40; n++)
    [board] = addCity(
      board,
      `${n % 3 ? "Town" : "New Settlement"} ${n}`,
      44 + random() * 8,
      4 + random() * 14,
    );
  return suggestRoutes(board);
}

const laidOut = new Map<string, Promise<Layout>>();
/** The layout of a board, once for all tests. */
function layout(board: Board): Promise<Layout> {
  const found = laidOut.get(board.name) ?? layoutOf(board);
  laidOut.set(board.name, found);
  return found;
}

type Corner = [number, number];
const cornersOf = ({ x, y, angle, scale }: Slot): Corner[] => {
  const turn = (angle * Math.PI) / 180;
  const [ux, uy] = [Math.cos(turn), Math.sin(turn)];
  return ([[-1, -1], [1, -1], [1, 1], [-1, 1]] as const).map(([along, across]) => [
    x + ux * along * 18 * scale - uy * across * 6.5,
    y + uy * along * 18 * scale + ux * across * 6.5,
  ]); // prettier-ignore
};
/** Whether no line separates two convex shapes. */
const overlap = (one: Corner[], other: Corner[]): boolean =>
  [one, other].every((shape) =>
    shape.every(([x, y], n) => {
      const [tx, ty] = shape[(n + 1) % shape.length]!;
      const [a, b] = [one, other].map((points) => points.map(([px, py]) => px * (y - ty) + py * (tx - x)));
      return Math.max(...a!) > Math.min(...b!) + 0.1 && Math.max(...b!) > Math.min(...a!) + 0.1;
    }),
  );
/** Pairs of spaces that lie in each other, as the ids of their routes. */
function crowded({ routes }: Layout): string[] {
  const all = [...routes].flatMap(([id, { slots }]) =>
    slots.map((slot) => ({ id, slot, corners: cornersOf(slot) })),
  );
  return all.flatMap((one, n) =>
    all
      .slice(n + 1)
      .filter(({ slot, corners }) => {
        return Math.hypot(slot.x - one.slot.x, slot.y - one.slot.y) < 40 && overlap(corners, one.corners);
      })
      .map(({ id }) => `${one.id} ${id}`),
  );
}
const lengthOf = (line: { x: number; y: number }[]): number =>
  line.slice(1).reduce((sum, { x, y }, n) => sum + Math.hypot(x - line[n]!.x, y - line[n]!.y), 0);

test("spaces fit, and everything lies inside of the frame", async () => {
  const board = sample();
  const { cities, routes, labels, width, height } = await layout(board);
  expect([cities.size, routes.size, labels.size]).toEqual([20, board.routes.length, 20]);
  for (const { id, length } of board.routes) {
    const { slots } = routes.get(id)!;
    expect(slots).toHaveLength(length);
    expect(Math.min(...slots.map(({ scale }) => scale))).toBeGreaterThan(0.95);
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

test("spaces of routes do not lie in each other", async () => {
  expect(crowded(await layout(sample()))).toEqual([]);
  const board = dense();
  const spaces = board.routes.reduce((sum, { length }) => sum + length, 0);
  expect(board.routes.length).toBeGreaterThan(60);
  expect(crowded(await layout(board)).length).toBeLessThan(spaces * 0.02);
});

test("routes keep their number of spaces, and are as long as these need", async () => {
  const board = dense();
  const { cities, routes } = await layout(board);
  for (const { id, length } of board.routes) {
    const { slots, line } = routes.get(id)!;
    const [a, b] = id
      .split("/")[0]!
      .split("-")
      .map((end) => cities.get(end)!);
    expect(slots).toHaveLength(length);
    expect([line[0], line.at(-1)]).toEqual([a, b]);
    const needed = length * 39 - 3 + 23;
    expect(lengthOf(line)).toBeGreaterThan(needed * 0.97);
    expect(lengthOf(line)).toBeLessThan(needed * 2);
    for (const [n, { x, y, scale }] of slots.slice(1).entries()) {
      expect(scale).toBeGreaterThan(0.95);
      expect(Math.hypot(x - slots[n]!.x, y - slots[n]!.y)).toBeGreaterThan(36);
      expect(Math.hypot(x - slots[n]!.x, y - slots[n]!.y)).toBeLessThan(36 + 10.5);
    }
  }
});

test("a route passes a city on its way at a distance", async () => {
  let board = emptyBoard("Line", true);
  for (const [n, name] of ["West", "Middle", "East"].entries()) [board] = addCity(board, name, 50, 10 + n);
  for (const [a, b] of [
    ["west", "middle"],
    ["middle", "east"],
    ["west", "east"],
  ] as const)
    // prettier-ignore
    [board] = addRoute(board, a, b);
  const drawn = await layoutOf(board);
  const middle = drawn.cities.get("middle")!;
  const [id] = [...drawn.routes.keys()].filter((one) => !one.includes("middle"));
  for (const { x, y } of drawn.routes.get(id!)!.slots)
    expect(Math.hypot(x - middle.x, y - middle.y)).toBeGreaterThan(8.5 + 6.5);
  expect(crowded(drawn)).toEqual([]);
});

test("names overlap neither cities nor names where a place is free", async () => {
  for (const board of [sample(), dense()]) {
    const { cities, labels } = await layout(board);
    type Sides = [number, number, number, number];
    const bad = (id: string, [left, top, right, bottom]: Sides): boolean =>
      [...cities].some(([other, { x, y }]) => {
        const far = Math.hypot(
          x - Math.max(left, Math.min(right, x)),
          y - Math.max(top, Math.min(bottom, y)),
        );
        return other !== id && far < 8.5;
      }) ||
      [...labels].some(
        ([other, { box }]) =>
          other !== id && box[0] < right && box[2] > left && box[1] < bottom && box[3] > top,
      );
    const places = placesOf(board.cities, {});
    let good = 0;
    for (const [n, { id }] of board.cities.entries()) {
      if (!bad(id, labels.get(id)!.box)) {
        good++;
        continue;
      }
      const { x, y } = cities.get(id)!;
      const others = places[n]!.map(({ box }): Sides => [box[0] + x, box[1] + y, box[2] + x, box[3] + y]);
      expect(others.filter((box) => !bad(id, box))).toEqual([]);
    }
    expect(good).toBeGreaterThan(board.cities.length * 0.95);
  }
});

test("long names have two lines where that suits", async () => {
  const places = placesOf([{ id: "a", name: "Very Long Name", lat: 0, lon: 0 }], {})[0]!;
  expect(new Set(places.map(({ lines }) => lines.join("/")))).toEqual(
    new Set(["Very Long Name", "Very/Long Name", "Very Long/Name"]),
  );
  const [one, two] = [places[0]!, places.find(({ lines }) => lines.length === 2)!];
  expect(two.box[2] - two.box[0]).toBeLessThan(one.box[2] - one.box[0]);
});

test("the same board has the same drawing", async () => {
  const [one, other] = [
    await drawingsOf(sample(), ART, async () => NONE),
    await drawingsOf(sample(), ART, async () => NONE),
  ];
  expect(one).toEqual(other);
});

test("the title is where the maker put it, and covers nothing", async () => {
  const drawn = await layout(dense());
  const at = (title: "free" | "none" | "top_left" | "bottom_right") =>
    furnitureOf({ ...dense(), drawing: { title } }, drawn, []);
  expect(at("none").plate).toBeNull();
  expect(at("none").rose).not.toBeNull();
  const middle = (title: "top_left" | "bottom_right"): Corner => {
    const [x, y, w, h] = at(title).plate!;
    return [(x + w / 2) / drawn.width, (y + h / 2) / drawn.height];
  };
  const [left, top] = middle("top_left");
  const [right, bottom] = middle("bottom_right");
  expect(right - left + bottom - top).toBeGreaterThan(0.5);
  for (const title of ["free", "top_left", "bottom_right"] as const) {
    const { plate, rose } = at(title);
    const [x, y, w, h] = plate!;
    const outside = (px: number, py: number): boolean => px < x || px > x + w || py < y || py > y + h;
    for (const city of drawn.cities.values()) expect(outside(city.x, city.y)).toBe(true);
    for (const { slots } of drawn.routes.values())
      for (const slot of slots) expect(cornersOf(slot).every(([px, py]) => outside(px, py))).toBe(true);
    for (const { box } of drawn.labels.values())
      expect(box[2] < x || box[0] > x + w || box[3] < y || box[1] > y + h).toBe(true);
    expect(outside(rose![0], rose![1])).toBe(true);
  }
});

test("mountains stand where a range is, beside everything else", async () => {
  const { whole } = await drawingsOf(sample(), ART, async () => NONE);
  const peaks = [...whole.matchAll(/href="#peak-\d" transform="translate\(([\d.]+) ([\d.]+)\)/g)];
  expect(peaks.length).toBeGreaterThan(10);
  const { cities, labels } = await layout(sample());
  for (const [, x, y] of peaks) {
    for (const city of cities.values())
      expect(Math.hypot(city.x - Number(x), city.y - Number(y))).toBeGreaterThan(8.5);
    for (const { box } of labels.values())
      expect(Number(x) > box[0] && Number(x) < box[2] && Number(y) > box[1] && Number(y) < box[3]).toBe(
        false,
      );
  }
  const flat = await drawingsOf({ ...sample(), geography: false }, ART, async () => NONE);
  expect(flat.whole).not.toContain("#peak");
});

test("two routes between the same cities lie side by side", async () => {
  const board = sample();
  const twin = board.routes.find(({ id }) => id.endsWith("/2"))!;
  const { routes } = await layout(board);
  const [one, other] = [routes.get(twin.id.slice(0, -2))!, routes.get(twin.id)!].map(
    ({ slots }) => slots[0]!,
  );
  expect(Math.hypot(one!.x - other!.x, one!.y - other!.y)).toBeGreaterThan(13);
});

test("names are where the maker put them", async () => {
  const board = { ...sample(), drawing: { names: { city_7: "left" as const } } };
  const { cities, labels } = await layoutOf(board);
  const label = labels.get("city_7")!;
  expect(label.anchor).toBe("end");
  expect(label.x).toBeLessThan(cities.get("city_7")!.x);
});

test("a board without routes, and one city, can be drawn", async () => {
  const [board] = addCity(emptyBoard("One", false), "One", 0, 0);
  const { width, height } = await layoutOf(board);
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
  expect(whole.match(/class="cartouche"/g)).toHaveLength(1);
  expect(whole).toContain("SAMPLE &amp; &lt;SONS&gt;</text>");
  expect(whole.match(/class="rose"/g)).toHaveLength(1);
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
  expect(pathOf(whole, "land", "id")).toMatch(/^M[^Mz]*l[^Mz]*z$/);
  // Few points are not enough for a coast: corners are cut.
  expect(pathOf(whole, "land", "id").match(/[ -]/g)!.length).toBeGreaterThan(20);
  expect(asked).toEqual([]);
  await drawingsOf(sample(), ART, outlines);
  const [[west, south, east, north]] = asked as [number[]];
  expect(west).toBeLessThan(5);
  expect(south).toBeLessThan(45);
  expect(east).toBeGreaterThan(14);
  expect(north).toBeGreaterThan(50);
});

test("coasts that cross the date line do not cross the rest of the earth", () => {
  // A ring from 170 degrees east over the date line to 170 degrees west, as the file has it.
  const world = decoded({
    units: 1,
    arcs: [[170, 60, 20, 0, 0, 5, -20, 0, 0, -5].map((step, n) => (n === 2 ? -340 : n === 6 ? 340 : step))],
    land: [[0]],
    borders: [],
    lakes: [],
    rivers: [],
  });
  const west = -180;
  expect(region(world, { west: -30, south: 50, east: 60, north: 75 }).land).toEqual([]);
  for (const box of [
    { west: 165, south: 50, east: 200, north: 75 },
    { west: west - 15, south: 50, east: west + 20, north: 75 },
  ]) {
    const [ring] = region(world, box).land;
    const lons = ring!.filter((_, n) => n % 2 === 0);
    expect(Math.max(...lons) - Math.min(...lons)).toBe(20);
  }
});

test("rings are loops whose spaces lie neither in each other nor in the dot of their city", async () => {
  let board = { ...sample(), name: "Rings" };
  for (const city of ["city_7", "city_7", "city_12", "city_0"]) [board] = addRoute(board, city, city);
  const drawn = await layout(board); // MECH-8
  expect(crowded(drawn)).toEqual([]);
  const rings = [...drawn.routes].filter(([id]) => isRing(id));
  expect(rings).toHaveLength(4);
  for (const [id, { slots, line }] of rings) {
    const city = drawn.cities.get(id.split("-")[0]!)!;
    for (const end of [line[0]!, line.at(-1)!])
      expect(Math.hypot(end.x - city.x, end.y - city.y)).toBeLessThan(1e-6);
    for (const { x, y, scale } of slots) {
      expect(scale).toBeGreaterThan(0.95);
      expect(Math.hypot(x - city.x, y - city.y)).toBeGreaterThan(8.5 + 18);
    }
  }
});
