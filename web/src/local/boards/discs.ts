// Discs that cover the spaces of a board, used to push other things away from them.
import { aside } from "./curve";
import { GAP, SLOT, WIDTH } from "./measure";
import type { Row } from "./relax";

export const HALF = WIDTH / 2;
/** How much larger the discs of rings are, since corners of spaces extend beyond a bend. */
const SWELL = 3.5;
/** The radius of discs at the corners of rows. */
const CORNER = 2;

/** Discs that cover the rows, by number. */
export interface Discs {
  count: number;
  row: Int32Array;
  /** The number of the route, and its distance from the curve. */
  route: Int32Array;
  aside: Float64Array;
  /** -1 at the first end of the route's spaces, 1 at the last. */
  at: Float64Array;
  radius: Float64Array;
  /** At the present place: the parameter on the curve, and the direction. */
  t: Float64Array;
  ux: Float64Array;
  uy: Float64Array;
}

export function discsOf(rows: readonly Row[]): Discs {
  let routes = 0;
  const found = rows.flatMap(({ a, b, spaces }, row) =>
    spaces.flatMap((count, lane) => {
      const off = aside(lane, spaces.length, a === b);
      const route = routes++;
      const many = Math.max(3, Math.ceil((count * (SLOT + GAP)) / (WIDTH * 0.75)));
      const discs = Array.from({ length: many }, (_, n) => {
        return { row, route, off, at: (2 * n) / (many - 1) - 1, radius: HALF + (a === b ? SWELL : 0) };
      });
      // The corners of a row extend beyond its discs, and near cities it is the corners that touch other routes.
      for (const side of [-1, 1]) {
        if (side < 0 ? lane > 0 : lane < spaces.length - 1) continue;
        for (const at of [-1, 1])
          discs.push({ row, route, off: off + side * (HALF - CORNER), at, radius: CORNER });
      }
      return discs;
    }),
  );
  const empty = (): Float64Array => new Float64Array(found.length);
  return {
    count: found.length,
    row: Int32Array.from(found, ({ row }) => row),
    route: Int32Array.from(found, ({ route }) => route),
    aside: Float64Array.from(found, ({ off }) => off),
    at: Float64Array.from(found, ({ at }) => at),
    radius: Float64Array.from(found, ({ radius }) => radius),
    t: empty(),
    ux: empty(),
    uy: empty(),
  };
}
