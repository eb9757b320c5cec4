// The card game.
import type { ReplayDeal } from "../fairness/deal";
import type { Kind } from "../kind";
import Picture from "./Picture.svelte";

export const yard: Kind = {
  drawn: false,
  Picture,
  stackOption: true,
  ui: () => import("./tableui").then(({ ui }) => ui),
  book: () => import("./book").then(({ book }) => book),
  aid: () => import("./aid").then(({ aid }) => aid),
  deal: () => import("./deal").then(({ replayDeal }) => replayDeal as ReplayDeal),
};
