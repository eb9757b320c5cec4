import { expect, test } from "vitest";
import type { RouteInfo } from "../src/lib/types";
import { beyond, frame, cheapestPath } from "../src/network/mechanisms/tickets/picture";

const route = (a: string, b: string, length: number): RouteInfo =>
  ({ id: `${a}-${b}`, a, b, length, color: "gray", kind: "normal", wilds: 0, twins: [] }) as RouteInfo;
const routes = [route("a", "b", 2), route("b", "c", 2), route("a", "c", 5), route("c", "d", 1)];

test("the path on a ticket has the fewest spaces", () => {
  expect(cheapestPath(["a"], ["d"], routes)?.map(({ id }) => id)).toEqual(["a-b", "b-c", "c-d"]);
});

test("it ends at the nearest of several cities, or does not exist", () => {
  expect(cheapestPath(["a"], ["d", "b"], routes)?.map(({ id }) => id)).toEqual(["a-b"]);
  expect(cheapestPath(["a"], ["z"], routes)).toBeNull();
});

const BOARD = { width: 1400, height: 850 };

test.each([
  { width: 150, height: 70 },
  { width: 150, height: 55 },
  { width: 165, height: 28 },
])("both ends are in a picture of $width x $height pixels, and beside its label", (size) => {
  for (const ends of [
    [
      { x: 60, y: 40 },
      { x: 1250, y: 190 },
    ],
    [
      { x: 60, y: 40 },
      { x: 90, y: 820 },
    ],
    [
      { x: 700, y: 400 },
      { x: 760, y: 420 },
    ],
    [
      { x: 1390, y: 10 },
      { x: 20, y: 840 },
    ],
  ]) {
    const { x, y, width, height, unit } = frame(ends, ends, BOARD, size);
    expect(width / height).toBeCloseTo(size.width / size.height);
    for (const end of ends) {
      expect(end.x).toBeGreaterThanOrEqual(x);
      expect(end.x).toBeLessThanOrEqual(x + width);
      expect(end.y).toBeGreaterThanOrEqual(y);
      expect(end.y).toBeLessThanOrEqual(y + height);
      const covered = end.x < x + 26 * unit && end.y < y + 26 * unit;
      expect(covered).toBe(false);
    }
  }
});

test("the part beyond the board is left out", () => {
  expect(beyond({ x: 0, y: 0, width: BOARD.width, height: 100 }, BOARD)).toBeNull();
  const { width, height } = BOARD;
  expect(beyond({ x: -50, y: 0, width: width + 100, height: 400 }, BOARD)).toBe(
    `M-50 0h${width + 100}v400h${-width - 100}zM0 0H${width}V${height}H0z`,
  );
});
