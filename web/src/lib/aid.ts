// The player aid (COM-26): possible actions and scoring on one sheet. A kind of game builds it from the data of a
// ruleset; its texts contain no numbers of their own.
import { t, type MessageId, type Values } from "../i18n";
import { cardNameTable, type Table } from "./book";
import type { RulesetInfo } from "./types";

export interface Item {
  /** The subject; empty if the text needs none. */
  title: string;
  text: string;
}

export interface Part {
  id: string;
  title: string;
  items: Item[];
  table: Table | null;
}

/** An item and its position on the sheet: the part, and a number that gives the order. */
export interface Line {
  order: number;
  part: string;
  item: Item;
}

/** The items of a kind of game. Requires the messages of the parts `aid` and `rules`. */
export type Aid = (ruleset: RulesetInfo) => Part[];

export const aidText = (name: string, values?: Values): string => t(`aid.${name}` as MessageId, values);

/** An action or a type of route: its name and one or two sentences. */
export const item = (title: string, ...text: (string | false)[]): Item => ({
  title,
  text: text.filter((one) => one !== false).join(" "),
});

/** A part of the sheet with the items that apply to a game. */
export const part = (
  id: string,
  title: string,
  items: (Item | false)[],
  table: Table | null = null,
): Part => ({
  id,
  title,
  items: items.filter((one) => one !== false),
  table,
});

/** The part with the board's own names of cards, if it has any (MECH-6). */
export function cardNamesPart(ruleset: RulesetInfo): Part[] {
  const table = cardNameTable(ruleset);
  return table ? [part("names", aidText("card_names"), [], table)] : [];
}

export const line = (order: number, part: string, one: Item): Line => ({ order, part, item: one });

/** The items of a part in order. */
export const itemsOf = (lines: readonly Line[], id: string): Item[] =>
  lines
    .filter((one) => one.part === id)
    .toSorted((a, b) => a.order - b.order)
    .map((one) => one.item);
