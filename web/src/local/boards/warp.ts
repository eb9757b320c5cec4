// The warp from the map to the drawing, which moves the land with the cities (src/whistlestop/drawing/warp.py).
import type { Point } from "../../studio/plane";

type Matrix = number[][];

const STIFF = [0.002, 0.01, 0.03, 0.1, 0.3, 1, 3];
/** A map does not fold if every cell of a grid over it keeps at least this fraction of its usual area. */
const FOLDED = 0.12;
const CELLS = 40;
const BEYOND = 0.15;

/** A map that moves each city from its place on the map close to that on the drawing, and folds nowhere. */
export function warpOf(map: readonly Point[], cities: readonly Point[]): (point: Point) => Point {
  if (!map.length) return (point) => point;
  const xs = map.map(({ x }) => x);
  const ys = map.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const unit = Math.max(right - left, bottom - top, 1e-9);
  const from = map.map(({ x, y }) => [(x - left) / unit, (y - top) / unit] as const);
  const to: Matrix = cities.map(({ x, y }) => [x, y]);
  const affine = affineOf(from, to);
  const straight = (x: number, y: number): [number, number] => [
    affine[0]![0]! + affine[1]![0]! * x + affine[2]![0]! * y,
    affine[0]![1]! + affine[1]![1]! * x + affine[2]![1]! * y,
  ];
  const off = from.map(([x, y], n) => straight(x, y).map((value, axis) => to[n]![axis]! - value));
  const kernel = from.map(([x, y]) => from.map(([u, v]) => fading((x - u) ** 2 + (y - v) ** 2)));
  const bent =
    (bend: Matrix) =>
    (x: number, y: number): [number, number] => {
      let [px, py] = straight(x, y);
      for (const [n, [u, v]] of from.entries()) {
        const weight = fading((x - u) ** 2 + (y - v) ** 2);
        px += weight * bend[n]![0]!;
        py += weight * bend[n]![1]!;
      }
      return [px, py];
    };
  const grid = (n: number, size: number): number =>
    ((n / CELLS) * (1 + 2 * BEYOND) - BEYOND) * (size / unit || 1);
  let warp = straight;
  for (const stiff of STIFF) {
    const soft = kernel.map((row, n) => row.map((value, m) => value + (n === m ? stiff : 0)));
    const tried = bent(solved(soft, off));
    if (folds((i, j) => tried(grid(i, right - left), grid(j, bottom - top)))) continue;
    warp = tried;
    break;
  }
  return ({ x, y }) => {
    const [px, py] = warp((x - left) / unit, (y - top) / unit);
    return { x: px, y: py };
  };
}

/** The influence of a city, which fades with the distance, so that distant coasts do not move far. */
const fading = (square: number): number => 1 / Math.sqrt(1 + square / 0.05);

/** The best affine map: one row each for the origin, x and y. */
function affineOf(from: readonly (readonly [number, number])[], to: Matrix): Matrix {
  const mean = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [mx, my] = [mean(from.map(([x]) => x)), mean(from.map(([, y]) => y))];
  const [tx, ty] = [mean(to.map(([x]) => x!)), mean(to.map(([, y]) => y!))];
  let [xx, xy, yy] = [0, 0, 0];
  const [gx, gy] = [
    [0, 0],
    [0, 0],
  ];
  for (const [n, [x, y]] of from.entries()) {
    const [dx, dy] = [x - mx, y - my];
    [xx, xy, yy] = [xx + dx * dx, xy + dx * dy, yy + dy * dy];
    for (const axis of [0, 1]) {
      const moved = to[n]![axis]! - [tx, ty][axis]!;
      gx[axis]! += dx * moved;
      gy[axis]! += dy * moved;
    }
  }
  const [square, area] = [xx + yy, xx * yy - xy * xy];
  let rows: Matrix;
  if (from.length < 3 || area < 1e-3 * square * square) {
    // Cities in a line do not determine the other direction, so the map keeps its proportions.
    const scale = square ? (gx[0]! + gy[1]!) / square : 400;
    rows = [
      [scale, 0],
      [0, scale],
    ];
  } else {
    rows = [
      gx.map((value, axis) => (value * yy - gy[axis]! * xy) / area),
      gy.map((value, axis) => (value * xx - gx[axis]! * xy) / area),
    ];
  }
  return [[tx, ty].map((value, axis) => value - mx * rows[0]![axis]! - my * rows[1]![axis]!), ...rows];
}

/** Solve linear equations by Gaussian elimination; the matrix is positive definite. */
function solved(matrix: Matrix, values: Matrix): Matrix {
  const rows = matrix.map((row, n) => [...row, ...values[n]!]);
  const count = rows.length;
  for (let n = 0; n < count; n++) {
    for (let m = n + 1; m < count; m++) {
      const part = rows[m]![n]! / rows[n]![n]!;
      for (let k = n; k < count + 2; k++) rows[m]![k]! -= part * rows[n]![k]!;
    }
  }
  const found: Matrix = [];
  for (let n = count - 1; n >= 0; n--) {
    found[n] = [0, 1].map((axis) => {
      let rest = rows[n]![count + axis]!;
      for (let m = n + 1; m < count; m++) rest -= rows[n]![m]! * found[m]![axis]!;
      return rest / rows[n]![n]!;
    });
  }
  return found;
}

function folds(at: (i: number, j: number) => [number, number]): boolean {
  const points = Array.from({ length: CELLS + 1 }, (_, j) =>
    Array.from({ length: CELLS + 1 }, (_, i) => at(i, j)),
  );
  const areas: number[] = [];
  for (let j = 0; j < CELLS; j++) {
    for (let i = 0; i < CELLS; i++) {
      const [[x, y], [ax, ay], [bx, by]] = [points[j]![i]!, points[j]![i + 1]!, points[j + 1]![i]!];
      areas.push((ax - x) * (by - y) - (ay - y) * (bx - x));
    }
  }
  areas.sort((a, b) => a - b);
  return areas[0]! < FOLDED * areas[areas.length >> 1]!;
}
