// City names on small screens: which are shown, and where.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Point, Size } from "../src/board/camera";
import type { Drawing } from "../src/board/drawing";
import { cityKey } from "../src/board/drawing";
import { boxOfName, contains, distanceTo, overlap, widened, type Box } from "../src/board/geometry";
import { Labels, MIN_SIZE, MAX_SIZE } from "../src/board/labels";
import { placeNames, type CityName } from "../src/board/naming";

const SIZE = { width: 300, height: 200 };
const FONT = 10;

/** A stand-in for the elements of names: a line of letters that are half as wide as the font size. */
class Name {
  away = false;
  transform = "";
  classList = { toggle: (_: string, away: boolean) => (this.away = away) };

  constructor(
    readonly textContent: string,
    private readonly x: number,
    private readonly y: number,
    private readonly size = FONT,
    private readonly width = (textContent.length * FONT) / 2,
    private readonly lines = 1,
  ) {}

  getAttribute(name: string): string | null {
    return name === "font-size" ? String(this.size) : null;
  }

  querySelectorAll() {
    return Array.from({ length: this.lines }, (_, i) => {
      const line: Record<string, number> = {
        x: this.x,
        y: this.y + i * this.size,
        textLength: this.width,
      };
      return { getAttribute: (name: string) => line[name] };
    });
  }

  setAttribute(_: string, value: string): void {
    this.transform = value;
  }

  removeAttribute(): void {
    this.transform = "";
  }

  /** Its position on the board after enlarging. */
  get box(): Box {
    const { x, y, width, height } = boxOfName(this as unknown as Element);
    const found = /translate\((\S+) (\S+)\) scale\((\S+)\)/.exec(this.transform);
    const [across = 0, down = 0, factor = 1] = (found ?? []).slice(1).map(Number);
    return {
      x: across + x * factor,
      y: down + y * factor,
      width: width * factor,
      height: height * factor,
    };
  }

  /** Where it begins and ends. */
  get start(): number {
    return this.box.x;
  }
  get end(): number {
    return this.box.x + this.box.width;
  }
}

interface Fitting {
  first?: string[];
  /** At the default, names are enlarged to twice their size. */
  scale?: number;
  view?: Box;
  spaces?: Point[];
  flags?: Box[];
  titles?: Box[];
}

/** Names of cities at these points, each to the right of its city. */
function shown(
  cities: Record<string, [name: string, x: number, y: number]>,
  { first = [], scale = 0.575, view, spaces = [], flags = [], titles = [] }: Fitting = {},
) {
  const names = new Map<string, Name>();
  const points = new Map<string, Point>();
  for (const [city, [name, x, y]] of Object.entries(cities)) {
    names.set(city, new Name(name, x + 11, y + 3));
    points.set(cityKey(city), { x, y });
  }
  const drawing = { labels: names, points, size: SIZE, slots: spaces, flags, titles } as unknown as Drawing;
  new Labels(drawing).refresh(scale, new Set(first), view);
  return names;
}

const visible = (names: Map<string, Name>): string[] =>
  [...names].filter(([, name]) => !name.away).map(([city]) => city);

/** Cities so close together that only one name fits on each side. */
const CROWD: Record<string, [string, number, number]> = Object.fromEntries(
  ["Aarau", "Bern", "Chur", "Davos", "Eglisau", "Frick", "Glarus", "Horgen"].map((name, i) => [
    name[0]!.toLowerCase(),
    [name, 90 + 7 * (i % 4), 45 + 9 * Math.floor(i / 4)],
  ]),
);

test("names without room are left out, requested ones stay", () => {
  const some = visible(shown(CROWD));
  expect(some.length).toBeGreaterThan(0);
  expect(some.length).toBeLessThan(8);
  const missing = Object.keys(CROWD).filter((city) => !some.includes(city));
  for (const city of missing) expect(visible(shown(CROWD, { first: [city] }))).toContain(city);
  expect(visible(shown(CROWD, { first: Object.keys(CROWD) }))).toHaveLength(8);
  expect(visible(shown(CROWD, { scale: 2 }))).toHaveLength(8);
});

test("a name moves to another side of its city rather than onto a name or a dot", () => {
  const names = shown({ a: ["Aarau", 120, 80], b: ["Bern", 160, 82] });
  expect(visible(names)).toEqual(["a", "b"]);
  expect(distanceTo(names.get("a")!.box, { x: 160, y: 82 })).toBeGreaterThan(8);
  expect(names.get("b")!.start).toBeGreaterThan(160);
  expect(overlap(names.get("a")!.box, names.get("b")!.box)).toBe(false);
});

test("a name that would be nearer to another city than to its own is left out", () => {
  const around = Array.from({ length: 8 }, (_, i): [string, [string, number, number]] => [
    `z${i}`,
    ["Zug", 150 + 26 * Math.cos((i * Math.PI) / 4), 100 + 26 * Math.sin((i * Math.PI) / 4)],
  ]);
  const cities = { a: ["Aarau", 150, 100] as [string, number, number], ...Object.fromEntries(around) };
  expect(visible(shown(cities))).not.toContain("a");
  expect(visible(shown(cities))).toContain("z0");
  expect(visible(shown(cities, { first: ["a"] }))).toContain("a");
});

test("names on one line keep a distance at which they do not read as one", () => {
  const names = shown({ a: ["Santa", 100, 80], z: ["City", 180, 80] });
  const [a, z] = [names.get("a")!.box, names.get("z")!.box];
  const apart = a.y + a.height < z.y || z.y + z.height < a.y || z.x - (a.x + a.width) >= 0.7 * 2 * FONT;
  expect(apart).toBe(true);
});

test("a name takes the place at which it covers the fewest spaces", () => {
  const spaces = [50, 70, 90].map((more) => ({ x: 100 + more, y: 80 }));
  const city: Record<string, [string, number, number]> = { a: ["Aarau", 100, 80] };
  const free = shown(city).get("a")!.box;
  const moved = shown(city, { spaces }).get("a")!.box;
  expect(spaces.some((space) => distanceTo(free, space) === 0)).toBe(true);
  expect(spaces.some((space) => distanceTo(moved, space) === 0)).toBe(false);
});

test("a name keeps clear of the flags of tickets", () => {
  const flags = [{ x: 112, y: 70, width: 20, height: 20 }];
  const { box } = shown({ a: ["Aarau", 100, 80] }, { flags }).get("a")!;
  expect(overlap(box, flags[0]!)).toBe(false);
});

test("a name keeps clear of the title", () => {
  const titles = [{ x: 108, y: 60, width: 90, height: 60 }];
  const city: Record<string, [string, number, number]> = { a: ["Aarau", 100, 80] };
  expect(overlap(shown(city).get("a")!.box, titles[0]!)).toBe(true);
  expect(overlap(shown(city, { titles }).get("a")!.box, titles[0]!)).toBe(false);
});

test("a country is named once before others are named, and again where there is room", () => {
  const border: Record<string, [string, number, number]> = {
    north: ["Italy", 60, 40],
    south: ["Italy", 60, 170],
    city: ["Zug", 75, 169],
  };
  const names = shown(border, { first: ["north", "south"] });
  expect(visible(names)).toEqual(expect.arrayContaining(["north", "city"]));
});

test("a name at the edge moves to the other side of its city", () => {
  const names = shown({ a: ["Aarau", 20, 60], z: ["Zug", 290, 120] });
  expect(names.get("a")!.start).toBeGreaterThan(20);
  expect(names.get("z")!.end).toBeLessThan(290);
});

test("in a chosen view, no name is cut, and cities outside it are not named inside", () => {
  const view = { x: 50, y: 0, width: 150, height: 200 };
  const cities: Record<string, [string, number, number]> = {
    inside: ["Aarau", 185, 60],
    outside: ["Bern", 40, 120],
  };
  for (const scale of [0.575, 2]) {
    const free = shown(cities, { scale });
    expect(free.get("inside")!.end).toBeGreaterThan(200);
    expect(visible(free)).toEqual(["inside", "outside"]);
    const names = shown(cities, { scale, view });
    expect(contains(view, names.get("inside")!.box)).toBe(true);
    const { away, box } = names.get("outside")!;
    expect(away || !overlap(view, box)).toBe(true);
  }
});

interface Layout extends Size {
  cities: Record<string, [number, number]>;
  routes: Record<string, { slots: [number, number, number][] }>;
  labels: Record<string, Size & Point & { size: number; lines: string[]; align: CityName["side"] }>;
  cartouche: [x: number, y: number, width: number, height: number] | null;
}

const RULESETS = "../src/whistlestop/rulesets";
const BOARDS = readdirSync(RULESETS, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("layout.json"))
  .map((file) => JSON.parse(readFileSync(`${RULESETS}/${file}`, "utf8")) as Layout & { ruleset: string });

const titlesOf = ({ cartouche }: Layout): Box[] => {
  if (!cartouche) return [];
  const [x, y, width, height] = cartouche;
  return [{ x, y, width, height }];
};

const pointsOf = ({ cities }: Layout): Map<string, Point> =>
  new Map(Object.entries(cities).map(([id, [x, y]]) => [id, { x, y }]));

const drawn = (board: Layout) => ({
  size: { width: board.width, height: board.height },
  flags: [],
  titles: titlesOf(board),
  points: new Map([...pointsOf(board)].map(([id, at]) => [cityKey(id), at])),
  slots: Object.values(board.routes).flatMap(({ slots }) => slots.map(([x, y]) => ({ x, y }))),
  labels: new Map(
    Object.entries(board.labels).map(([id, { x, y, width: wide, size, lines }]) => [
      id,
      new Name(lines.join(" "), x, y + 0.74 * size, size, wide, lines.length),
    ]),
  ),
});

/** A board whose cities have their names in a language. */
function translated(board: Layout & { ruleset: string }, names: Record<string, string>): typeof board {
  const at = pointsOf(board);
  const wanted = new Map<string, CityName>();
  for (const [id, { align: side, size, ...drawn }] of Object.entries(board.labels)) {
    const name = names[`names.${board.ruleset}.city.${id}`];
    if (name) wanted.set(id, { name, size, at: at.get(id)!, drawn, side });
  }
  const other = Object.entries(board.labels).filter(([id]) => !wanted.has(id));
  const placed = placeNames(wanted, {
    ...board,
    spaces: Object.values(board.routes).flatMap(({ slots }) =>
      slots.map(([x, y, turn]) => ({
        x,
        y,
        cos: Math.cos((turn * Math.PI) / 180),
        sin: Math.sin((turn * Math.PI) / 180),
      })),
    ),
    cities: [...at.values()],
    boxes: [...titlesOf(board), ...other.map(([, box]) => box)],
  });
  const moved = [...placed].map(([id, box]) => [id, { ...board.labels[id]!, ...box }]);
  return { ...board, labels: { ...board.labels, ...Object.fromEntries(moved) } };
}

const LANGUAGES = "../src/whistlestop/languages";
const CITIES = readdirSync(LANGUAGES)
  .filter((language) => existsSync(`${LANGUAGES}/${language}/names.json`))
  .map((language): [string, Record<string, string>] => [
    language,
    JSON.parse(readFileSync(`${LANGUAGES}/${language}/names.json`, "utf8")),
  ]);

test.each(BOARDS.filter(({ cartouche }) => cartouche).map((board) => ({ ruleset: board.ruleset, board })))(
  "no name covers the title of $ruleset on a screen of 360 pixels, in any language",
  ({ board }) => {
    expect(CITIES).toHaveLength(8);
    const [title] = titlesOf(board);
    for (const [language, names] of CITIES) {
      const own = translated(board, names);
      for (const zoom of [1, 1.6]) {
        const drawing = drawn(own);
        const whole = 360 / board.width;
        new Labels(drawing as unknown as Drawing).refresh(whole * zoom, new Set(), null, whole);
        const covering = [...drawing.labels].filter(([, { away, box }]) => !away && overlap(box, title!));
        expect(
          covering.map(([id]) => id),
          `${language}, ${zoom}`,
        ).toEqual([]);
      }
    }
  },
);

test.each(BOARDS.flatMap((board) => [360, 390].map((width) => ({ ruleset: board.ruleset, width, board }))))(
  "the whole board of $ruleset on a screen of $width pixels",
  ({ board, width }) => {
    const ids = Object.keys(board.cities);
    const scale = width / board.width;
    for (let i = 0; i < ids.length; i += 6) {
      const first = [ids[i]!, ids[(i + 7) % ids.length]!];
      const drawing = drawn(board);
      new Labels(drawing as unknown as Drawing).refresh(scale, new Set(first));
      const names = [...drawing.labels].filter(([, name]) => !name.away);
      expect(names.map(([id]) => id)).toEqual(expect.arrayContaining(first));
      expect(names.length).toBeGreaterThan(ids.length / 3);
      for (const [id, { box }] of names) {
        expect(contains({ x: 0, y: 0, ...drawing.size }, box), id).toBe(true);
        const far = new Map([...drawing.points].map(([key, at]) => [key, distanceTo(box, at)]));
        const near = Math.min(...far.values());
        if (!first.includes(id)) expect(far.get(cityKey(id)), id).toBe(near);
        const over = names.filter(([other, name]) => other !== id && overlap(name.box, box));
        expect(
          over.map(([other]) => other),
          id,
        ).toEqual([]);
      }
    }
  },
);

test.each(BOARDS)("names in a view of $ruleset do not overlap, even if an edge moves some", (board) => {
  const ids = Object.keys(board.cities);
  const whole = 360 / board.width;
  for (const zoom of [2, 3]) {
    const scale = whole * zoom;
    for (let i = 0; i < ids.length; i += 6) {
      const first = ids[i]!;
      // The view begins just below a city, so that its name, which is requested, has to move.
      const [x, y] = board.cities[first]!;
      const view = { x: x - 180 / scale, y: y - 4, width: 360 / scale, height: 260 / scale };
      const drawing = drawn(board);
      const requested = new Set([first, ids[(i + 1) % ids.length]!]);
      new Labels(drawing as unknown as Drawing).refresh(scale, requested, view, whole);
      const names = [...drawing.labels].filter(([id, { away }]) => !away && !requested.has(id));
      for (const [id, { box }] of names) {
        const over = [...drawing.labels].filter(
          ([other, { away, box: its }]) => other !== id && !away && overlap(box, its),
        );
        expect(
          over.map(([other]) => other),
          `${id}, ${zoom}, ${first}`,
        ).toEqual([]);
      }
    }
  }
});

test.each(BOARDS)(
  "names on a zoomed board of $ruleset grow to 16 pixels only, and stay in their places",
  (board) => {
    for (const width of [360, 1200]) {
      const whole = width / board.width;
      for (const zoom of [1.5, 3, 6]) {
        const scale = whole * zoom;
        const drawing = drawn(board);
        const places = new Map([...drawing.labels].map(([id, name]) => [id, name.box]));
        new Labels(drawing as unknown as Drawing).refresh(scale, new Set(), null, whole);
        for (const [id, name] of drawing.labels) {
          const size = Number(name.getAttribute("font-size"));
          const shown = (name.box.height / places.get(id)!.height) * size * scale;
          expect(shown, id).toBeGreaterThanOrEqual(Math.min(MIN_SIZE, size * whole) - 1e-6);
          expect(shown, id).toBeLessThanOrEqual(Math.max(MAX_SIZE, size * whole) + 1e-6);
          if (size * scale > MAX_SIZE)
            expect(contains(widened(places.get(id)!, 1e-6), name.box), id).toBe(true);
          // It keeps its distance from its city.
          const at = drawing.points.get(cityKey(id))!;
          if (size * scale > MAX_SIZE)
            expect(distanceTo(name.box, at), id).toBeCloseTo(distanceTo(places.get(id)!, at), 6);
        }
      }
    }
  },
);
