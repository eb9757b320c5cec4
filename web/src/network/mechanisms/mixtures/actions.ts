import { memoized } from "../../../lib/legal";
import type { NetworkRulesetInfo, NetworkView } from "../../../lib/types";

/** A mixture that can be announced, with the number of long tickets. */
export interface Mixture {
  action: string;
  long: number;
}

export const mixtures = memoized((legal) =>
  legal.of("mix").map(({ action, rest }): Mixture => ({ action, long: Number(rest) })),
);

/** The tickets left in both decks. */
export const decks = (view: NetworkView) => {
  const long = view.long_deck ?? 0;
  return { short: view.ticket_deck - long, long };
};

/** The short tickets that come with a number of long ones. */
export function shortWith(long: number, view: NetworkView, { numbers }: NetworkRulesetInfo): number {
  const count = view.phase === "dealing" ? numbers.start_tickets : numbers.draw_tickets;
  return Math.min(count - long, decks(view).short);
}
