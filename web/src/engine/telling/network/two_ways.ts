// Tickets completed in two ways.

import type { Telling } from "../parts";

export const twoWays: Telling<"network"> = {
  result: (knowledge, player) => ({ two_ways_tickets: knowledge.number("two_ways_tickets", player) }),
};
