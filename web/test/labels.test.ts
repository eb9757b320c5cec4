// City names on small screens: which are shown, and where.
import { expect, test } from "vitest";
import type { Drawing } from "../src/board/drawing";
import { cityKey } from "../src/board/drawing";
import { Labels } from "../src/board/labels";

const SIZE = { width: 200, height: 100 };
const FONT = 10;

/** The part of an element that names have: a line of letters that are as wide as half the font size. */
class Name {
  away = false;
  transform = "";
  classList = { toggle: (_: string, away: boolean) => (this.away = away) };

  constructor(
    readonly textContent: string,
    private readonly x: number,
    private readonly y: number,
  ) {}

  getAttribute(name: string): string | null {
    return name === "font-size" ? String(FONT) : null;
  }

  querySelectorAll() {
    const line: Record<string, number> = {
      x: this.x,
      y: this.y,
      textLength: (this.textContent.length * FONT) / 2,
    };
    return [{ getAttribute: (name: string) => line[name] }];
  }

  setAttribute(_: string, value: string): void {
    this.transform = value;
  }

  removeAttribute(): void {
    this.transform = "";
  }

  /** Where it begins on the board after enlarging. */
  get start(): number {
    const [, moved, factor] = /translate\((\S+) \S+\) scale\((\S+)\)/.exec(this.transform)!.map(Number);
    return moved! + this.x * factor!;
  }
}

/** Names right of cities at these points, at a scale that doubles them, or one that leaves them. */
function shown(cities: Record<string, [name: string, x: number, y: number]>, first: string[], scale = 0.575) {
  const names = new Map<string, Name>();
  const points = new Map<string, { x: number; y: number }>();
  for (const [city, [name, x, y]] of Object.entries(cities)) {
    names.set(city, new Name(name, x + 4, y));
    points.set(cityKey(city), { x, y });
  }
  new Labels({ labels: names, points, size: SIZE } as unknown as Drawing).refresh(scale, new Set(first));
  return names;
}

const visible = (names: Map<string, Name>): string[] =>
  [...names].filter(([, name]) => !name.away).map(([city]) => city);

/** Cities so close together that there is room for one name on each side. */
const CROWD: Record<string, [string, number, number]> = Object.fromEntries(
  ["Aarau", "Bern", "Chur", "Davos", "Eglisau", "Frick", "Glarus", "Horgen"].map((name, i) => [
    name[0]!.toLowerCase(),
    [name, 90 + 7 * (i % 4), 45 + 9 * Math.floor(i / 4)],
  ]),
);

test("names without room are left out, requested ones stay", () => {
  const some = visible(shown(CROWD, []));
  expect(some.length).toBeGreaterThan(0);
  expect(some.length).toBeLessThan(8);
  const missing = Object.keys(CROWD).filter((city) => !some.includes(city));
  for (const city of missing) expect(visible(shown(CROWD, [city]))).toContain(city);
  expect(visible(shown(CROWD, Object.keys(CROWD)))).toHaveLength(8);
  expect(visible(shown(CROWD, [], 2))).toHaveLength(8);
});

test("a name moves to another side of its city rather than onto a name or a dot", () => {
  const names = shown({ a: ["Aarau", 80, 50], b: ["Bern", 100, 52] }, []);
  expect(visible(names)).toEqual(["a", "b"]);
  expect(names.get("a")!.start + 5 * FONT).toBeLessThan(80); // at the right it would cover Bern
  expect(names.get("b")!.start).toBeGreaterThan(100);
});

test("a country is named once before others are named, and again where there is room", () => {
  const border: Record<string, [string, number, number]> = {
    north: ["Italy", 60, 20],
    south: ["Italy", 60, 85],
    city: ["Zug", 75, 84],
  };
  const names = shown(border, ["north", "south"]);
  expect(visible(names)).toEqual(expect.arrayContaining(["north", "city"]));
});

test("a name at the edge moves to the other side of its city", () => {
  const names = shown({ a: ["Aarau", 20, 30], z: ["Zug", 195, 60] }, []);
  expect(names.get("a")!.start).toBeGreaterThan(20);
  expect(names.get("z")!.start + 3 * FONT).toBeLessThan(195);
});
