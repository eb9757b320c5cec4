// The shape of a ring, a route from a city back to it (MECH-8): two thirds of a circle and two straight legs to the city,
// as in src/whistlestop/drawing/curve.py. `arm` is the way from the city to the middle of the circle; y grows
// downwards.

interface Point {
  x: number;
  y: number;
}

/** The spaces of the shortest ring: fewer cannot be drawn as a loop. */
export const SHORTEST_RING = 3;

/** The angle between the arm and the legs, and the angle by which the direction changes. */
const SIDE = Math.PI / 6;
const TURN = Math.PI + 2 * SIDE;
/** The length of a leg in radii. */
const LEG = 1 / Math.tan(SIDE);
/** The radius of the circle, and the length of the loop, if the arm has the length 1. */
export const RADIUS_OF_LOOP = Math.sin(SIDE);
export const LENGTH_OF_LOOP = RADIUS_OF_LOOP * (2 * LEG + TURN);

/** A place on a loop at a part of its length, and the direction there: along the arm, and to its right. */
export function onLoop(part: number): { along: number; aside: number; way: [number, number] } {
  const s = part * (2 * LEG + TURN) - LEG; // from the end of the first leg, in radii
  const back = Math.max(s - TURN, 0);
  const leg = Math.min(s, 0);
  const angle = Math.min(Math.max(s, 0), TURN) - TURN / 2;
  return {
    along: 1 + RADIUS_OF_LOOP * (Math.cos(angle) + (leg - back) * Math.cos(SIDE)),
    aside: RADIUS_OF_LOOP * (Math.sin(angle) - (leg + back) * Math.sin(SIDE)),
    way: [-Math.sin(angle), Math.cos(angle)],
  };
}

/** A vector given along an arm and to its right. */
export const onArm = (arm: Point, along: number, aside: number): Point => ({
  x: arm.x * along - arm.y * aside,
  y: arm.y * along + arm.x * aside,
});

const DIRECTIONS = 24;

/** How much better another direction must be for a loop to turn. */
const BETTER = 0.8;

/**
 * The arm of this length that keeps a loop farthest from other points, which should be `room` away. `now`: the present
 * arm, which stays unless another one is clearly better.
 */
export function roomiest(
  city: Point,
  length: number,
  others: readonly Point[],
  room: number,
  now?: Point,
): Point {
  const reach = length * RADIUS_OF_LOOP + room;
  const costOf = ({ x, y }: Point): number =>
    others.reduce(
      (cost, other) =>
        cost + Math.max(0, reach - Math.hypot(city.x + x - other.x, city.y + y - other.y)) ** 2,
      0,
    );
  let [best, least] = now ? [now, costOf(now) * BETTER] : [{ x: length, y: 0 }, Infinity];
  for (let n = 0; n < DIRECTIONS; n++) {
    const angle = (2 * Math.PI * n) / DIRECTIONS;
    const arm = { x: length * Math.cos(angle), y: length * Math.sin(angle) };
    const cost = costOf(arm);
    if (cost < least - 1e-6) [best, least] = [arm, cost];
  }
  return best;
}
