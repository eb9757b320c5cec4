// Boxes of names, and the shortest ways out of them.

/** Left, top, right, bottom. */
export type Box = [number, number, number, number];
type Way = [number, number];

/** The way out of a box with a margin, or null outside of it. */
export function outside(x: number, y: number, box: Box, room: number): Way | null {
  const [left, top, right, bottom] = box;
  if (x < left - room || x > right + room || y < top - room || y > bottom + room) return null;
  const dx = x - Math.max(left, Math.min(right, x));
  const dy = y - Math.max(top, Math.min(bottom, y));
  const far = Math.hypot(dx, dy);
  if (far >= room) return null;
  if (far > 0) return [(dx / far) * (room - far), (dy / far) * (room - far)];
  const ways: Way[] = [
    [left - x - room, 0],
    [right - x + room, 0],
    [0, top - y - room],
    [0, bottom - y + room],
  ];
  return ways.reduce((best, one) => (Math.abs(one[0] + one[1]) < Math.abs(best[0] + best[1]) ? one : best));
}

/**
 * The shortest way to move `other`, offset by dx and dy, to this distance from `box`; null if it is far enough away.
 */
export function common(box: Box, other: Box, dx: number, dy: number, room: number): Way | null {
  const across = Math.min(box[2], other[2] + dx) - Math.max(box[0], other[0] + dx) + room;
  const down = Math.min(box[3], other[3] + dy) - Math.max(box[1], other[1] + dy) + room;
  if (across <= 0 || down <= 0) return null;
  if (across < down) return [other[0] + other[2] + 2 * dx < box[0] + box[2] ? -across : across, 0];
  return [0, other[1] + other[3] + 2 * dy < box[1] + box[3] ? -down : down];
}
