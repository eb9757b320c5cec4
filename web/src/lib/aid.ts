// The player aid (COM-26): what a turn may be and what counts, on one sheet. A kind of game makes it from the data of a ruleset, so
// that no number stands in a text.
import { t, type MessageId, type Values } from "../i18n";
import type { Table } from "./book";
import type { RulesetInfo } from "./types";

export interface Item {
  /** What it is about; nothing where the text stands for itself. */
  title: string;
  text: string;
}

export interface Part {
  id: string;
  title: string;
  items: Item[];
  table: Table | null;
}

/** An item and where on the sheet it stands: the part, and a number by which items are in order. */
export interface Line {
  at: number;
  part: string;
  item: Item;
}

/** What a kind of game has on its sheet. Uses the messages of the aid and of the rules, which have to be open. */
export type Aid = (ruleset: RulesetInfo) => Part[];

/** A message of the aid. */
export const tell = (name: string, values?: Values): string => t(`aid.${name}` as MessageId, values);

/** What a turn may be, or a sort of route: its name and a sentence or two. */
export const item = (title: string, ...text: (string | false)[]): Item => ({
  title,
  text: text.filter((one) => one !== false).join(" "),
});

/** A part of the sheet with those of its items that a game has. */
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

export const line = (at: number, part: string, one: Item): Line => ({ at, part, item: one });

/** The items of a part in order. */
export const itemsOf = (lines: readonly Line[], id: string): Item[] =>
  lines
    .filter((one) => one.part === id)
    .toSorted((a, b) => a.at - b.at)
    .map((one) => one.item);
