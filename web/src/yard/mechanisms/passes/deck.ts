// When people are told that the deck runs out.
import type { YardView } from "../../../lib/types";

/** Two turns of everybody's at most, and the last turn begins. */
export const runningOut = ({ deck, players_count, final_round, phase }: YardView): boolean =>
  final_round === null && phase !== "declaration" && deck > 0 && deck <= 4 * players_count;
