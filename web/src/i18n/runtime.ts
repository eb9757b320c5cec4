// Functions for compiled messages (plugins/languages.ts). Numbers that all languages write alike bypass Intl: on a slow
// device, creating the first formatter takes a tenth of the time that a table takes to load.
import {
  number as formatted,
  plural,
  select,
  strictNumber as strictlyFormatted,
} from "@messageformat/runtime";

export { plural, select };

export const plain = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000;

export const number = (language: string, value: number, offset: number): string =>
  plain(value - offset) ? String(value - offset) : formatted(language, value, offset);

export const strictNumber = (language: string, value: number, offset: number, name: string): string =>
  plain(value - offset) ? String(value - offset) : strictlyFormatted(language, value, offset, name);
