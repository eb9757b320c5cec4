// A kind of game, before any of it is loaded.
import type { Follow } from "./fairness/deal";
import type { Aid } from "./lib/aid";
import type { Book } from "./lib/book";
import type { Playable } from "./lib/kit";

export interface Kind extends Playable {
  /** The rules in plain words. */
  book(): Promise<Book>;
  /** The sheet with what a turn may be and what counts. */
  aid(): Promise<Aid>;
  /** How cards are dealt: what a shuffle is checked by. */
  deal(): Promise<Follow>;
}
