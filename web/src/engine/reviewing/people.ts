// The parts of a review that are about human players: a bot may have played part of the game for them.
import { accuracy, turningPoints } from "./summing";
import { standIn } from "../../lib/standins";
import type { Review, SeatChange } from "../../lib/types";

/**
 * The review without the moves that bots made for human players; the cost of these moves counts among the decisions of
 * others. `first`: the version at which the game began, which is unknown while early decisions are still to be judged.
 */
export function ofPeople(
  review: Review,
  changes: readonly SeatChange[],
  first = review.decisions[0]?.version ?? 0,
): Review {
  const byBot = ({ seat, version }: { seat: number; version: number }): boolean =>
    standIn(changes, seat, version) !== null;
  const left = review.decisions.filter(byBot);
  if (!left.length) return review;
  const decisions = review.decisions.filter((one) => !byBot(one));
  return {
    ...review,
    seats: review.seats.map((share) => {
      const { seat, choices, others } = share;
      const gain = left
        .filter((one) => one.seat === seat)
        .reduce((sum, { before, after }) => sum + after - before, 0);
      return {
        ...share,
        choices: choices - gain,
        others: others + gain,
        accuracy: accuracy(decisions, seat, first, review.version),
      };
    }),
    turning_points: turningPoints(decisions),
    decisions,
  };
}
