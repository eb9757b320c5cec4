// Panels on the board.
import { describe, expect, test } from "vitest";
import { farthest, placeBeside } from "../src/network/placement";

const ROOM = { x: 8, y: 8, width: 984, height: 584 };
const dot = (x: number, y: number) => ({ x, y, width: 20, height: 20 });

describe("a panel far from a place", () => {
  test("is in the opposite corner", () => {
    expect(farthest([dot(100, 100)], ROOM, 400, 300)).toEqual({ x: 592, y: 292 });
    expect(farthest([dot(900, 500)], ROOM, 400, 300)).toEqual({ x: 8, y: 8 });
    expect(farthest([dot(100, 500)], ROOM, 400, 300)).toEqual({ x: 592, y: 8 });
  });

  test("leaves the place visible, even where no corner is far", () => {
    const wide = { x: 100, y: 60, width: 800, height: 20 };
    expect(farthest([wide], ROOM, 400, 300).y).toBe(292);
    expect(farthest([dot(490, 100)], ROOM, 600, 300).y).toBe(292);
  });

  test("starts at the head of a room that is too low", () => {
    for (const at of [dot(100, 100), dot(100, 500)])
      expect(farthest([at], ROOM, 400, 700)).toEqual({ x: 592, y: 8 });
  });
});

describe("a panel beside a place", () => {
  test("stays in the room and leaves the place visible", () => {
    for (const at of [dot(0, 0), dot(500, 300), dot(980, 580)]) {
      const { x, y } = placeBeside(at, ROOM, 340, 200);
      expect(x).toBeGreaterThanOrEqual(8);
      expect(y).toBeGreaterThanOrEqual(8);
      expect(x + 340).toBeLessThanOrEqual(992);
      expect(y + 200).toBeLessThanOrEqual(592);
      const covers = x < at.x + 20 && at.x < x + 340 && y < at.y + 20 && at.y < y + 200;
      expect(covers).toBe(false);
    }
  });
});
