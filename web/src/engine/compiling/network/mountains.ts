import type { Writing } from "../writing";

export default {
  more({ mountains }, route) {
    const trains = mountains.routes[route] ?? 0;
    return [trains, trains * mountains.points];
  },
  numbers: ({ mountains }) => ({ mountain_points: mountains.points, mountains: mountains.routes }),
} satisfies Writing;
