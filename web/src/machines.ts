// The kinds of games that there are. Only what is needed of the kind at hand is loaded.
import type { Book } from "./lib/book";
import type { Kits } from "./lib/kit";
import type { Machine } from "./lib/views";

export const kits: Kits = {
  network: () => import("./network/kit").then(({ kit }) => kit),
  yard: () => import("./yard/kit").then(({ kit }) => kit),
};

/** The rules of each kind in plain words. */
export const books: Record<Machine, () => Promise<Book>> = {
  network: () => import("./network/book").then(({ book }) => book),
  yard: () => import("./yard/book").then(({ book }) => book),
};
