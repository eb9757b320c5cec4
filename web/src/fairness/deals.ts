// How the cards of each kind of game are dealt, loaded when a shuffle is checked.
import type { RulesetInfo } from "../lib/types";
import type { Follow } from "./deal";

export const deals: Record<RulesetInfo["machine"], () => Promise<Follow>> = {
  network: async () => (await import("../network/deal")).follow as Follow,
  yard: async () => (await import("../yard/deal")).follow as Follow,
};
