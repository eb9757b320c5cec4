// Every word that a user sees or hears comes from a catalogue. Another language is another file like en.ts.
import { en } from "./en";
import { Formatter, type Values } from "./format";

export type MessageId = keyof typeof en;
export type Catalogue = Record<MessageId, string>;

const catalogue: Catalogue = en;
const formatter = new Formatter("en");

export const language = formatter.language;

export function t(id: MessageId, values?: Values): string {
  return formatter.format(catalogue[id], values);
}

/** Whether a text that came over the wire names a message; used for error codes and bot names. */
export function known(id: string): id is MessageId {
  return id in catalogue;
}

export const number = (value: number): string => formatter.number(value);
export const list = (items: string[]): string => formatter.list(items);
