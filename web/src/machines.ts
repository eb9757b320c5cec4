// The kinds of games that there are. Only what is needed of the kind at hand is loaded.
import type { Follow } from "./fairness/deal";
import type { Aid } from "./lib/aid";
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

/** The sheet of each kind with what a turn may be and what counts. */
export const aids: Record<Machine, () => Promise<Aid>> = {
  network: () => import("./network/aid").then(({ aid }) => aid),
  yard: () => import("./yard/aid").then(({ aid }) => aid),
};

/** How each kind deals its cards: what a shuffle is checked by. */
export const deals: Record<Machine, () => Promise<Follow>> = {
  network: () => import("./network/deal").then(({ follow }) => follow as Follow),
  yard: () => import("./yard/deal").then(({ follow }) => follow as Follow),
};
