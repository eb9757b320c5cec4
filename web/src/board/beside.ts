// Places flags of tickets and figures beside a city, where they cover the least.
import type { Point } from "./camera";
import { cityKey, type Drawing } from "./drawing";
import { boxOfName, type Box } from "./geometry";

export interface Row {
  /** Width and height of each thing. */
  size: number;
  gap: number;
  /** The distance from the center of the city. */
  reach: number;
}

type Weighted = Box & { weight: number };

/** Positions around a city: first beside it, then at its corners. */
const PLACES: Point[] = [
  { x: 1, y: -1 },
  { x: -1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
  { x: 0, y: -1.25 },
  { x: 0, y: 1.25 },
  { x: 1.25, y: 0 },
  { x: -1.25, y: 0 },
];

export const namesOf = ({ labels }: Drawing): Box[] => [...labels.values()].map(boxOfName);

/** Things that should not be covered, with a cost: titles and city names cost most, then cities and figures, then routes. */
export function obstaclesOn(drawing: Drawing, names: readonly Box[]): Weighted[] {
  const around = ({ x, y }: Point, half: number, weight: number) => ({
    x: x - half,
    y: y - half,
    width: 2 * half,
    height: 2 * half,
    weight,
  });
  return [
    ...[...drawing.titles, ...names].map((box) => ({ ...box, weight: 3 })),
    ...[...drawing.cities.keys()].flatMap((city) => {
      const point = drawing.points.get(cityKey(city));
      return point ? [around(point, 9, 2)] : [];
    }),
    ...[...drawing.figures.values()].map((box) => ({ ...box, weight: 2 })),
    ...drawing.slots.map((slot) => around(slot, 10, 1)),
  ];
}

/** The box of a row of things beside a city, where it covers the least. */
export function placeBeside(
  point: Point,
  count: number,
  { size, gap, reach }: Row,
  taken: Weighted[],
  drawing: Drawing,
): Box {
  const width = count * (size + gap) - gap;
  const boxes = PLACES.map(({ x, y }) => ({
    x: point.x + x * (reach - size / 4) + (x > 0 ? 0 : x < 0 ? -width : -width / 2),
    y: point.y + y * (reach - size / 4) + (y > 0 ? 0 : y < 0 ? -size : -size / 2),
    width,
    height: size,
  }));
  const { width: right, height: foot } = drawing.size;
  const hull = hullOf(boxes);
  const near = taken.filter((other) => overlap(hull, other) > 0);
  const cost = (box: Box) =>
    near.reduce((sum, other) => sum + other.weight * overlap(box, other), 0) +
    (box.x < 2 || box.y < 2 || box.x + box.width > right - 2 || box.y + box.height > foot - 2 ? 1e6 : 0);
  const costs = boxes.map(cost);
  return boxes[costs.indexOf(Math.min(...costs))]!;
}

/** The smallest box that contains all of these. */
function hullOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

function overlap(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}
