// The texts of all languages, which the server has beside its own in src/whistlestop/languages. Catalogues of ICU messages
// become JavaScript when the client is built, so that it needs no reader of messages. `virtual:languages` has a loader for
// each catalogue, and what can be known from their folder.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/compile-module";
import type { Plugin } from "vite";

export const FOLDER = resolve(import.meta.dirname, "../../src/whistlestop/languages");
export const ENGLISH = "en";
/** The catalogue of the whole page; the others are parts that are loaded when they are needed. */
export const WHOLE = "ui";
/** The catalogues that only the server reads. */
export const OF_SERVER = ["emails", "notifications"];
/** The names of games and places, which the client has with the catalogue of the whole page. */
export const NAMES = "names";
/** Names that English need not have: a city that has none is called as its board calls it. */
export const OF_CITY = /^names\.\w+\.city\.\w+$/;
/** Notes for translators: no messages. */
const NOTES = "notes";

const LIST = "virtual:languages";
const PREFIX = "\0messages:";

interface Language {
  name: string;
  binding?: string;
}

export type Messages = Record<string, string>;

export const languages = (): Record<string, Language> =>
  JSON.parse(readFileSync(`${FOLDER}/languages.json`, "utf8"));

/** The messages of a file of a language; none if the language does not have it. */
export function read(code: string, part: string): Messages {
  const file = `${FOLDER}/${code}/${part}.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** The catalogues of English, those of the server included. */
export const allParts = (): string[] =>
  readdirSync(`${FOLDER}/${ENGLISH}`)
    .map((file) => file.replace(/\.json$/, ""))
    .filter((part) => part !== NOTES);

const parts = (): string[] => allParts().filter((part) => ![...OF_SERVER, NAMES].includes(part));

/** The messages of a module: those of a file, for the whole page with the names. */
const messagesOf = (code: string, part: string): Messages =>
  part === WHOLE ? { ...read(code, part), ...read(code, NAMES) } : read(code, part);

/** For each prefix of ids the parts that hold such messages. */
export function owners(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const part of parts()) {
    if (part === WHOLE) continue;
    const prefixes = new Set(Object.keys(read(ENGLISH, part)).map((id) => id.split(".", 1)[0]!));
    for (const prefix of prefixes) (found[prefix] ??= []).push(part);
  }
  return found;
}

/** The share of the messages of English that a language has. */
export function done(code: string): number {
  let [all, own] = [0, 0];
  for (const part of allParts()) {
    const translated = read(code, part);
    for (const id of Object.keys(read(ENGLISH, part))) {
      all++;
      if (id in translated) own++;
    }
  }
  return own / all;
}

/** A message with the no-break spaces that it needs; `bound` of the server (whistlestop.languages) does the same. */
export function bound(code: string, message: string): string {
  const marked = message
    .replaceAll(" ± ", "\u00a0±\u00a0")
    // French has spaces before these signs and within its quotation marks.
    .replace(/ (?=[%:;!?»])|(?<=«) /g, "\u00a0");
  const words = languages()[code]?.binding;
  if (!words) return marked;
  const one = words.split(" ").join("|");
  return marked
    .replace(new RegExp(`(?<![^\\s{}(„“«])(${one}) (?=\\S)`, "giu"), "$1\u00a0")
    .replace(/([\d#]) (?=\p{L})/gu, "$1\u00a0")
    .replaceAll(" – ", "\u00a0– ");
}

/** Messages of a language as the source of a module. A message that cannot be read throws. */
export function compile(code: string, messages: Messages): string {
  const tied = Object.fromEntries(Object.entries(messages).map(([id, one]) => [id, bound(code, one)]));
  const source = compileModule(new MessageFormat(code, { strict: true }), tied);
  return source.replace('"@messageformat/runtime"', '"/src/i18n/runtime.ts"');
}

/**
 * The module of a catalogue: messages that the language lacks are those of English, which a module of their own has, as
 * their plurals are English, too.
 */
export function module(
  code: string,
  messages: Messages,
  english: Messages,
): { own: string; missing: string } {
  const pick = (from: Messages, has: boolean): Messages =>
    Object.fromEntries(
      Object.entries(from).filter(([id]) => id in messages === has && (id in english || OF_CITY.test(id))),
    );
  const missing = compile(ENGLISH, pick(english, false));
  const source = compile(code, pick(messages, true));
  if (!Object.keys(pick(english, false)).length) return { own: source, missing };
  const own = source.replace("export default", "const own =");
  return {
    own: `import missing from "?missing";\n${own}\nexport default { ...missing, ...own };\n`,
    missing,
  };
}

function list(): string {
  const known = languages();
  const loaders = Object.keys(known).flatMap((code) =>
    parts().map((part) => `"${code}/${part}": () => import("messages:${code}/${part}")`),
  );
  const of = <Value>(value: (code: string) => Value): string =>
    JSON.stringify(Object.fromEntries(Object.keys(known).map((code) => [code, value(code)])));
  return [
    `export const NAMES = ${of((code) => known[code]!.name)};`,
    `export const DONE = ${of(done)};`,
    `export const OWNERS = ${JSON.stringify(owners())};`,
    `export const loaders = {${loaders.join(",\n")}};`,
  ].join("\n");
}

export function languagesPlugin(): Plugin {
  return {
    name: "languages",
    enforce: "pre",
    resolveId(source) {
      if (source === LIST) return `\0${LIST}`;
      return source.startsWith("messages:") ? `\0${source}` : null;
    },
    load(id) {
      if (id === `\0${LIST}`) {
        this.addWatchFile(`${FOLDER}/languages.json`);
        return list();
      }
      if (!id.startsWith(PREFIX)) return null;
      const [name, missing] = id.slice(PREFIX.length).split("?");
      const [code, part] = name!.split("/") as [string, string];
      for (const one of [code, ENGLISH]) {
        for (const file of [part, NAMES]) this.addWatchFile(`${FOLDER}/${one}/${file}.json`);
      }
      const source = module(code, messagesOf(code, part), messagesOf(ENGLISH, part));
      return missing === undefined
        ? source.own.replace('"?missing"', `"messages:${name}?missing"`)
        : source.missing;
    },
  };
}
