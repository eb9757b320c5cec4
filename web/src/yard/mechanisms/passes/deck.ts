// When to warn that the deck is running out.
import type { YardView } from "../../../lib/types";

/** At most two turns per player remain until the last turn. */
export const runningOut = ({ deck, players_count, final_round, phase }: YardView): boolean =>
  final_round === null && phase !== "declaration" && deck > 0 && deck <= 4 * players_count;
