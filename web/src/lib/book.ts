// The rules of a game as a page shows them: sections of paragraphs, each under an id that never changes, so that it can be
// linked. A kind of game has a book, which makes them from the data of a ruleset: no number stands in a text.
import { t, type MessageId, type Values } from "../i18n";
import type { Line } from "./aid";
import type { Card, Color, RulesetInfo } from "./types";
import type { Ticket } from "./views";

/** A picture made of what lies on a table. */
export type Picture =
  /** Cards beside each other; those in `paid` are marked. */
  | { show: "cards"; cards: (Card | "deck")[]; paid?: number[] }
  /** A part of the board with these routes, the seats that own some, and stations by city. */
  | { show: "board"; routes: string[]; owned?: Record<string, number>; stations?: Record<string, number> }
  | { show: "tickets"; tickets: Ticket[] }
  /** Rows of a yard, each with the wilds on top of it. */
  | { show: "rows"; rows: { color: Color; cards: number; wilds: number }[]; stack?: number };

export interface Table {
  head: string[];
  rows: (string | number)[][];
}

/** A worked example: a situation in words, and how it looks. */
export interface Example {
  text: string;
  pictures: Picture[];
}

export interface Paragraph {
  id: string;
  title: string;
  text: string[];
  /** What holds here and is not in the printed rules, which leave it open or to the players. */
  ours: string[];
  /** Ids in the specification of the rules. */
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

/** A paragraph and where in a book it stands: the section, and a number by which paragraphs and sections are in order. */
export interface Page {
  at: number;
  section: string;
  paragraph: Paragraph;
}

/** What a mechanism adds to a paragraph of others. */
export interface Addition {
  rules?: string[];
  /** Rules of the paragraph that do not hold then. */
  without?: string[];
  text?: string[];
  values?: Values;
  table?: Table;
}

/** What a mechanism has in the book and on the sheet of its kind, whose rulesets are `R`. */
export interface Chapter<R extends RulesetInfo> {
  pages?(ruleset: R): (Page | false)[];
  /** What it adds to paragraphs of others, by their ids. */
  additions?(ruleset: R): Record<string, Addition>;
  /** Lines of the table of what counts at the end. */
  scoring?(ruleset: R): (string | number)[][];
  /** What it has on the player aid. */
  aid?(ruleset: R): (Line | false)[];
}

/** What a kind of game tells of one of its rulesets. Uses the messages of the rules, which have to be open. */
export type Book = (ruleset: RulesetInfo) => Section[];

const key = (name: string): MessageId => `rules.${name}` as MessageId;

/** A message of the rules. */
export const say = (name: string, values?: Values): string => t(key(name), values);

interface Parts {
  values?: Values;
  /** Which messages make up the text, where they are not just the one of the paragraph; nothing is left out. */
  text?: (string | false)[];
  /** Whether a message `<name>.ours` belongs to it. */
  ours?: boolean;
  pictures?: Picture[];
  examples?: Example[];
  table?: Table;
  /** The name of its messages, where it is not its id. */
  name?: string;
}

export function paragraph(id: string, rules: (string | false)[], parts: Parts = {}): Paragraph {
  const { values, name = id, pictures = [], examples = [], table = null } = parts;
  const text = (parts.text ?? [name]).filter((one) => one !== false);
  return {
    id,
    title: say(`${name}.title`),
    text: text.map((one) => say(one, values)),
    ours: parts.ours ? [say(`${name}.ours`)] : [],
    rules: rules.filter((one) => one !== false),
    pictures,
    examples,
    table,
  };
}

/** A worked example under `example.<name>`, if there is something to show. */
export const example = (name: string, pictures: Picture[], values?: Values): Example[] =>
  pictures.length ? [{ text: say(`example.${name}`, values), pictures }] : [];

export const page = (at: number, section: string, one: Paragraph): Page => ({ at, section, paragraph: one });

/** The sections of a book: the pages in order, each with what others add to it. */
export function bound(pages: readonly Page[], additions: readonly Record<string, Addition>[]): Section[] {
  const sections = new Map<string, Section>();
  for (const { section: id, paragraph } of pages.toSorted((a, b) => a.at - b.at)) {
    const title = say(`section.${id.replaceAll("-", "_")}`);
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
  text: [...to.text, ...text.map((one) => say(one, values))],
  table: table ?? to.table,
});

/** The table of what counts at the end. */
export const counting = <R extends RulesetInfo>(chapters: readonly Chapter<R>[], ruleset: R): Table => ({
  head: [say("table.what"), say("table.points")],
  rows: chapters.flatMap(({ scoring }) => scoring?.(ruleset) ?? []),
});

export const find = (sections: Section[], id: string): Paragraph | undefined =>
  sections.flatMap((one) => one.paragraphs).find((one) => one.id === id);
