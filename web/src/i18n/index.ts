// Every word that a user sees or hears comes from the catalogues of src/whistlestop/languages, a folder for each language.
import { languages } from "./languages.svelte";
import type { Message, MessageId } from "./languages.svelte";
import { plain } from "./runtime";

export { DONE, languages, NAMES, type Language, type MessageId } from "./languages.svelte";

export type Values = Record<string, string | number | boolean>;

/** A message in the language of the page; what shows it changes when the language does. */
export function t(id: MessageId, values?: Values): string {
  const message = languages.messages[id] as Message | undefined;
  return message ? message(values ?? {}) : languages.missing(id);
}

/** Whether a text that came over the wire names a message; used for error codes and bot names. */
export function known(id: string): id is MessageId {
  return Object.hasOwn(languages.messages, id);
}

export const number = (value: number): string =>
  plain(value) ? String(value) : languages.number.format(value);

/** A share of the whole in per cent; `signed`: with its sign, as a change. */
export const percent = (share: number, signed = false): string =>
  new Intl.NumberFormat(languages.current, {
    style: "percent",
    signDisplay: signed ? "exceptZero" : "auto",
  }).format(share);

/** A number of seconds, minutes, hours or days, in words or, narrow, in signs. */
export function span(value: number, unit: "second" | "minute" | "hour" | "day", narrow = false): string {
  const unitDisplay = narrow ? "narrow" : "long";
  return new Intl.NumberFormat(languages.current, { style: "unit", unit, unitDisplay }).format(value);
}

export const list = (items: string[]): string =>
  items.length < 2 ? (items[0] ?? "") : languages.list.format(items);
export const date = (moment: string): string => languages.date.format(new Date(moment));
/** A time of today, or the date as well. */
export const clockTime = (moment: string): string => {
  const then = new Date(moment);
  const today = then.toDateString() === new Date().toDateString();
  return (today ? languages.time : languages.dateTime).format(then);
};
export const dateTime = (moment: string): string => languages.dateTime.format(new Date(moment));
