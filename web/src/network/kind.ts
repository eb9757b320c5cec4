// The map games.
import type { ReplayDeal } from "../fairness/deal";
import type { Kind } from "../kind";

export const network: Kind = {
  drawn: true,
  ui: () => import("./tableui").then(({ ui }) => ui),
  book: () => import("./book").then(({ book }) => book),
  aid: () => import("./aid").then(({ aid }) => aid),
  deal: () => import("./deal").then(({ replayDeal }) => replayDeal as ReplayDeal),
};
