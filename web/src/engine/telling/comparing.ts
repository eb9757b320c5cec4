// Tickets in the comparison of two actions, the same for all kinds of games.

import { SHARE } from "../layouts/reviewing";
import type { Knowledge } from "./knowledge";
import type { Comparison } from "./parts";

/** The share of worlds for which something holds. */
export const shareOf = <T>(worlds: T[], holds: (world: T) => boolean): number =>
  worlds.filter(holds).length / worlds.length;

/** The comparison of completed tickets; `scores` has the score of each, negative if it failed. */
export const ticketsCompared = (
  scores: (end: Knowledge, seat: number) => Map<string, number>,
): Comparison => ({
  atEnd: scores,
  differences(_engine, _better, before, after) {
    const worth = new Map([...before, ...after].flatMap((world) => [...world]));
    return [...worth].flatMap(([what, points]) => {
      const [played, better] = [before, after].map((worlds) =>
        shareOf(worlds, (world) => (world.get(what) ?? 0) > 0),
      ) as [number, number];
      const gain = better - played;
      return gain >= SHARE
        ? [{ reason: "ticket" as const, played, better, what, points: 2 * Math.abs(points) * gain }]
        : [];
    });
  },
});
