// Finds the next of many points in the direction of an arrow key.
import type { Point } from "./camera";

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const directions: Record<Arrow, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export const isArrow = (key: string): key is Arrow => key in directions;

/** The id of the nearest point in that direction, counting sideways distance double; null at the edge. */
export function nearest(from: string, points: ReadonlyMap<string, Point>, arrow: Arrow): string | null {
  const start = points.get(from);
  if (!start) return null;
  const way = directions[arrow];
  let best: string | null = null;
  let least = Infinity;
  for (const [id, point] of points) {
    const dx = point.x - start.x;
    const dy = point.y - start.y;
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    if (id === from || ahead <= 0 || aside > ahead * 2) continue;
    const far = ahead + 2 * aside;
    if (far < least) {
      least = far;
      best = id;
    }
  }
  return best;
}
