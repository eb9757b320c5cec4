// The rules of a game as a page shows them: sections of paragraphs, each under an id that never changes, so that it can be
// linked. A kind of game has a book, which makes them from the data of a ruleset: no number stands in a text.
import { t, type MessageId, type Values } from "../i18n";
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

export interface Paragraph {
  id: string;
  title: string;
  text: string[];
  /** Ids in the specification of the rules. */
  rules: string[];
  pictures: Picture[];
  table: Table | null;
}

export interface Section {
  id: string;
  title: string;
  paragraphs: Paragraph[];
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
  pictures?: Picture[];
  table?: Table;
  /** The name of its messages, where it is not its id. */
  name?: string;
}

export function paragraph(id: string, rules: (string | false)[], parts: Parts = {}): Paragraph {
  const { values, name = id, pictures = [], table = null } = parts;
  const text = (parts.text ?? [name]).filter((one) => one !== false);
  return {
    id,
    title: say(`${name}.title`),
    text: text.map((one) => say(one, values)),
    rules: rules.filter((one) => one !== false),
    pictures,
    table,
  };
}

/** A section of those paragraphs that a game has. */
export function section(id: string, paragraphs: (Paragraph | false)[]): Section {
  return {
    id,
    title: say(`section.${id.replaceAll("-", "_")}`),
    paragraphs: paragraphs.filter((one) => one !== false),
  };
}

export const find = (sections: Section[], id: string): Paragraph | undefined =>
  sections.flatMap((one) => one.paragraphs).find((one) => one.id === id);
