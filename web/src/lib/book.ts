// The rules of a game as a page shows them: sections of paragraphs, each with a permanent id for links. Each kind of
// game makes them from the data of a ruleset; their texts contain no numbers of their own.
import { t, type MessageId, type Values } from "../i18n";
import { ownName } from "../i18n/cardnames.svelte";
import type { Line } from "./aid";
import { cardOrder, usualName } from "./names";
import type { Card, Color, RulesetInfo } from "./types";
import type { Ticket } from "./views";

/** An illustration made of game components. */
export type Picture =
  /** Cards side by side; those in `paid` are marked. */
  | { show: "cards"; cards: (Card | "deck")[]; paid?: number[] }
  /** A part of the board with these routes, the seats that own some of them, and stations by city. */
  | { show: "board"; routes: string[]; owned?: Record<string, number>; stations?: Record<string, number> }
  | { show: "tickets"; tickets: Ticket[] }
  /** Rows of a yard, each with its wilds on top. */
  | { show: "rows"; rows: { color: Color; cards: number; wilds: number }[]; stack?: number };

export interface Table {
  head: string[];
  rows: (string | number)[][];
}

/** A worked example: a situation in words, and pictures of it. */
export interface Example {
  text: string;
  pictures: Picture[];
}

export interface Paragraph {
  id: string;
  title: string;
  text: string[];
  /** Rulings that apply here but are not in the printed rules. */
  ours: string[];
  /** Ids in docs/rules.md. */
  rules: string[];
  pictures: Picture[];
  examples: Example[];
  table: Table | null;
}

export interface Section {
  id: string;
  title: string;
  paragraphs: Paragraph[];
}

/** A paragraph and its position in a book: the section, and a number that orders both paragraphs and sections. */
export interface Page {
  order: number;
  section: string;
  paragraph: Paragraph;
}

/** A mechanism's addition to a paragraph of another one. */
export interface Addition {
  rules?: string[];
  /** Rules that the addition replaces. */
  without?: string[];
  text?: string[];
  values?: Values;
  table?: Table;
}

/** A mechanism's content for the book and the player aid of its kind; `R` is the type of the rulesets. */
export interface Chapter<R extends RulesetInfo> {
  pages?(ruleset: R): (Page | false)[];
  /** Additions to paragraphs of other mechanisms, by id. */
  additions?(ruleset: R): Record<string, Addition>;
  /** Rows of the scoring table. */
  scoring?(ruleset: R): (string | number)[][];
  aid?(ruleset: R): (Line | false)[];
}

/** The book of a kind of game. Requires the messages of the part `rules`. */
export type Book = (ruleset: RulesetInfo) => Section[];

const key = (name: string): MessageId => `rules.${name}` as MessageId;

/** A message of the rules. */
export const ruleText = (name: string, values?: Values): string => t(key(name), values);

interface Parts {
  values?: Values;
  /** The messages that make up the text, if not just the one of the paragraph; false entries are skipped. */
  text?: (string | false)[];
  /** Whether it has a message `<name>.ours`. */
  ours?: boolean;
  pictures?: Picture[];
  examples?: Example[];
  table?: Table;
  /** The name of its messages, if it differs from the id. */
  name?: string;
}

export function paragraph(id: string, rules: (string | false)[], parts: Parts = {}): Paragraph {
  const { values, name = id, pictures = [], examples = [], table = null } = parts;
  const text = (parts.text ?? [name]).filter((one) => one !== false);
  return {
    id,
    title: ruleText(`${name}.title`),
    text: text.map((one) => ruleText(one, values)),
    ours: parts.ours ? [ruleText(`${name}.ours`)] : [],
    rules: rules.filter((one) => one !== false),
    pictures,
    examples,
    table,
  };
}

/** A worked example under `example.<name>`; empty without pictures. */
export const example = (name: string, pictures: Picture[], values?: Values): Example[] =>
  pictures.length ? [{ text: ruleText(`example.${name}`, values), pictures }] : [];

/** A text of an example that takes the names of colors as values. */
interface Named {
  colors: Color[];
  name: string;
  values: Values;
}

/** A worked example whose text names colors. If the board has its own name for one of them (MECH-6), it is `named`. */
export const exampleOf = (name: string, pictures: Picture[], named: Named): Example[] =>
  named.colors.some((color) => ownName(color) !== undefined)
    ? example(named.name, pictures, named.values)
    : example(name, pictures);

export const page = (order: number, section: string, one: Paragraph): Page => ({
  order,
  section,
  paragraph: one,
});

/** The sections of a book: the pages in order, with the additions of other mechanisms. */
export function bound(pages: readonly Page[], additions: readonly Record<string, Addition>[]): Section[] {
  const sections = new Map<string, Section>();
  for (const { section: id, paragraph } of pages.toSorted((a, b) => a.order - b.order)) {
    const title = ruleText(`section.${id.replaceAll("-", "_")}`);
    const found = sections.get(id) ?? { id, title, paragraphs: [] };
    sections.set(id, found);
    found.paragraphs.push(additions.flatMap((one) => one[paragraph.id] ?? []).reduce(added, paragraph));
  }
  return [...sections.values()];
}

const added = (
  to: Paragraph,
  { rules = [], without = [], text = [], values, table }: Addition,
): Paragraph => ({
  ...to,
  rules: [...to.rules.filter((one) => !without.includes(one)), ...rules],
  text: [...to.text, ...text.map((one) => ruleText(one, values))],
  table: table ?? to.table,
});

/** The table of what scores at the end. */
export const counting = <R extends RulesetInfo>(chapters: readonly Chapter<R>[], ruleset: R): Table => ({
  head: [ruleText("table.what"), ruleText("table.points")],
  rows: chapters.flatMap(({ scoring }) => scoring?.(ruleset) ?? []),
});

/** The paragraph about the board's own names of cards (MECH-6); false without such names. */
export function cardNames(ruleset: RulesetInfo): Page | false {
  const table = cardNameTable(ruleset);
  return table !== null && page(204, "setup", paragraph("card-names", ["MECH-6"], { table }));
}

/** The board's own names of cards, with the usual ones; null without such names. */
export function cardNameTable({ card_names: names }: RulesetInfo): Table | null {
  if (!names) return null;
  const renamed = cardOrder.filter((card) => names[card] !== undefined);
  return {
    head: [ruleText("table.usual"), ruleText("table.own")],
    rows: renamed.map((card) => [usualName(card), names[card]!]),
  };
}

export const find = (sections: Section[], id: string): Paragraph | undefined =>
  sections.flatMap((one) => one.paragraphs).find((one) => one.id === id);
