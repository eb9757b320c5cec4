// The parts of a kind of game that are available before its code is loaded.
import type { ReplayDeal } from "./fairness/deal";
import type { Aid } from "./lib/aid";
import type { Book } from "./lib/book";
import type { Playable } from "./lib/tableui";

export interface Kind extends Playable {
  /** The rules in plain language. */
  book(): Promise<Book>;
  /** The player aid. */
  aid(): Promise<Aid>;
  /** How cards are dealt, for checking a shuffle. */
  deal(): Promise<ReplayDeal>;
}
