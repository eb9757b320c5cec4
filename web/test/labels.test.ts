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

test("names without room are left out, requested ones stay", () => {
  const cities = { a: ["Aarau", 20, 50], b: ["Bern", 30, 52] } as Record<string, [string, number, number]>;
  expect(visible(shown(cities, []))).toEqual(["a"]);
  expect(visible(shown(cities, ["b"]))).toEqual(["b"]);
  expect(visible(shown(cities, ["a", "b"]))).toEqual(["a", "b"]);
  expect(visible(shown(cities, [], 2))).toEqual(["a", "b"]);
});

test("a requested country is named where there is room, and once at least", () => {
  const crowded: Record<string, [string, number, number]> = {
    france: ["France", 20, 50],
    near: ["Italy", 30, 52],
    far: ["Italy", 20, 90],
  };
  expect(visible(shown(crowded, ["france", "near", "far"]))).toEqual(["france", "far"]);
  delete crowded.far;
  expect(visible(shown(crowded, ["france", "near"]))).toEqual(["france", "near"]);
});

test("a name at the edge moves to the other side of its city", () => {
  const names = shown({ a: ["Aarau", 20, 30], z: ["Zug", 195, 60] }, []);
  expect(names.get("a")!.start).toBeGreaterThan(20);
  expect(names.get("z")!.start + 3 * FONT).toBeLessThan(195);
});
