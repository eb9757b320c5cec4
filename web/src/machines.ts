// The kinds of games that there are. Only the kit of the table at hand is loaded.
import type { Kits } from "./lib/kit";

export const kits: Kits = {
  network: () => import("./network/kit").then(({ kit }) => kit),
  yard: () => import("./yard/kit").then(({ kit }) => kit),
};
