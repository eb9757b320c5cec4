// Every word that users see or hear comes from the catalogues in src/whistlestop/languages, one folder per language.
import { CASES } from "virtual:languages";
import { ownName } from "./cardnames.svelte";
import { languages } from "./languages.svelte";
import type { Message, MessageId } from "./languages.svelte";
import { plain } from "./runtime";

export { DONE, isLanguage, languages, NAMES, type Language, type MessageId } from "./languages.svelte";

/** A noun, or a list of nouns: its text is in the nominative. */
export class Noun {
  /** `inCase`: the text in a grammatical case; the nominative if the language has no such form. */
  constructor(readonly inCase: (name?: string) => string) {}

  toString(): string {
    return this.inCase();
  }
}

export type Values = Record<string, string | number | boolean | Noun>;

/**
 * A message in the language of the page; it updates when the language changes. If the board of the page names
 * locomotives (MECH-6), messages about them have that name: the build makes a form of each (plugins/languages.ts).
 */
export function t(id: MessageId, values: Values = {}): string {
  const message = languages.messages[id] as Message | undefined;
  if (!message) return languages.missing(id);
  const own = languages.messages[`${id}:own` as MessageId] as Message | undefined;
  const wild = own && ownName("wild");
  return own && wild !== undefined ? own(withCases({ ...values, wild })) : message(withCases(values));
}

/** The values with the forms of nouns: a sentence with `{cards_dative}` gets the noun `cards` in the dative. */
function withCases(values: Values): Values {
  const forms = Object.entries(values).flatMap(([name, value]) =>
    value instanceof Noun
      ? CASES[languages.current].map((one) => [`${name}_${one}`, value.inCase(one)] as const)
      : [],
  );
  return forms.length ? { ...values, ...Object.fromEntries(forms) } : values;
}

/** A message that sentences contain as a noun. Its forms in other cases are messages such as `cards.red.dative`. */
export function noun(id: MessageId, values?: Values): Noun {
  return new Noun((name) => {
    const form = `${id}.${name}`;
    return t(known(form) ? form : id, values);
  });
}

/** The conjunction of nouns, all in the same case. */
export const nouns = (items: Noun[]): Noun =>
  new Noun((name) => list(items.map((item) => item.inCase(name))));

/** Whether a text from the server is a message id; used for error codes and bot names. */
export function known(id: string): id is MessageId {
  return Object.hasOwn(languages.messages, id);
}

export const number = (value: number): string =>
  plain(value) ? String(value) : languages.number.format(value);

/** A proportion as a percentage; `signed`: with a sign, as a change. */
export const percent = (share: number, signed = false): string =>
  new Intl.NumberFormat(languages.current, {
    style: "percent",
    signDisplay: signed ? "exceptZero" : "auto",
  }).format(share);

/** A number of seconds, minutes, hours or days, spelled out or, if `narrow`, abbreviated. */
export function span(value: number, unit: "second" | "minute" | "hour" | "day", narrow = false): string {
  const unitDisplay = narrow ? "narrow" : "long";
  return new Intl.NumberFormat(languages.current, { style: "unit", unit, unitDisplay }).format(value);
}

export const list = (items: string[]): string =>
  items.length < 2 ? (items[0] ?? "") : languages.list.format(items);
export const date = (moment: string): string => languages.date.format(new Date(moment));
/** The day of a year, in short form. */
export const day = (moment: string): string => languages.day.format(new Date(moment));
/** The time if it is today, otherwise with the date. */
export const clockTime = (moment: string): string => {
  const then = new Date(moment);
  const today = then.toDateString() === new Date().toDateString();
  return (today ? languages.time : languages.dateTime).format(then);
};
/** A range of two moments, without repeating what they have in common. */
export const period = (from: string, to: string): string =>
  languages.dateTime.formatRange(new Date(from), new Date(to));
export const dateTime = (moment: string): string => languages.dateTime.format(new Date(moment));
