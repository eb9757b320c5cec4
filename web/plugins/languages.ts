// Compiles the ICU messages in src/whistlestop/languages, which the server uses as well, to JavaScript when the client
// is built, so that the client needs no parser. `virtual:languages` has a loader for each catalogue, and data derived
// from the folder.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/compile-module";
import type { Plugin } from "vite";

export const FOLDER = resolve(import.meta.dirname, "../../src/whistlestop/languages");
const ENGLISH = "en";
/** The catalogue of the whole page; the others are parts, loaded on demand. */
export const WHOLE = "ui";
/** The catalogues that only the server uses. */
export const OF_SERVER = ["emails", "notifications", "pages", "print"];
/** The names of games and places, which the client loads with the catalogue of the whole page. */
export const NAMES = "names";
/** Names that English may omit: a city without one has the board's name. */
export const OF_CITY = /^names\.\w+\.city\.\w+$/;

/** The nouns that the values `card` and `cards` of a message stand for. */
function nounsOf(message: string, value: string): RegExp {
  if (message === "plan.way") return /^(cards\.\w+|plan\.gray)$/;
  // These messages list cards one by one.
  const single = ["event.market_reset", "event.refilled", "event.tunnel", "hint.wanted"].includes(message);
  return value === "card" || single ? /^card\.\w+$/ : /^cards\.\w+$/;
}

/** A form of a noun, such as `cards.red.dative`. */
export const FORM = /^((?:cards?\.\w+)|plan\.gray)\.(\w+)$/;
/** A noun in a case within a sentence, such as `{cards_dative}`. */
export const IN_CASE = /(?<=\{)(cards?)_(\w+)(?=[},])/g;
/** Notes for translators, not messages. */
const NOTES = "notes";

const LIST = "virtual:languages";
const PREFIX = "\0messages:";

interface Language {
  name: string;
  binding?: string;
  /** The words for locomotives, and what boards that name them (MECH-6) have instead. */
  locomotive?: Record<string, string>;
}

export type Messages = Record<string, string>;

export const languages = (): Record<string, Language> =>
  JSON.parse(readFileSync(`${FOLDER}/languages.json`, "utf8"));

/** The messages of a language's file; empty if it does not exist. */
export function read(code: string, part: string): Messages {
  const file = `${FOLDER}/${code}/${part}.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** The catalogues of English, including the server's. */
export const allParts = (): string[] =>
  readdirSync(`${FOLDER}/${ENGLISH}`)
    .map((file) => file.replace(/\.json$/, ""))
    .filter((part) => part !== NOTES);

const parts = (): string[] => allParts().filter((part) => ![...OF_SERVER, NAMES].includes(part));

/** The messages of a module: those of a file and, for the whole page, the names. */
const messagesOf = (code: string, part: string): Messages =>
  part === WHOLE ? { ...read(code, part), ...read(code, NAMES) } : read(code, part);

/** The parts that contain messages with each prefix of ids. */
function owners(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const part of parts()) {
    if (part === WHOLE) continue;
    const prefixes = new Set(Object.keys(read(ENGLISH, part)).map((id) => id.split(".", 1)[0]!));
    for (const prefix of prefixes) (found[prefix] ??= []).push(part);
  }
  return found;
}

/** The share of the English messages that a language has translated. */
function done(code: string): number {
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

/** The grammatical cases in which a language has forms of nouns. */
export const cases = (code: string): string[] => [
  ...new Set(Object.keys(read(code, WHOLE)).flatMap((id) => FORM.exec(id)?.[2] ?? [])),
];

/** The forms that a message needs and its language lacks. */
export function missingForms(code: string, id: string, message: string): string[] {
  return [...message.matchAll(IN_CASE)].flatMap(([, value, name]) => {
    const all = read(code, WHOLE);
    const noun = nounsOf(id, value!);
    return Object.keys(read(ENGLISH, WHOLE))
      .filter((one) => noun.test(one))
      .map((one) => `${one}.${name}`)
      .filter((form) => !(form in all));
  });
}

/** A message with its no-break spaces, like `bound` of the server (whistlestop.languages). */
export function bound(code: string, message: string): string {
  const marked = message
    .replaceAll(" ± ", "\u00a0±\u00a0")
    // French has spaces before these characters and inside quotation marks.
    .replace(/ (?=[%:;!?»])|(?<=«) /g, "\u00a0");
  const words = languages()[code]?.binding;
  if (!words) return marked;
  const one = words.split(" ").join("|");
  return marked
    .replace(new RegExp(`(?<![^\\s{}(„“«])(${one}) (?=\\S)`, "giu"), "$1\u00a0")
    .replace(/([\d#]) (?=\p{L})/gu, "$1\u00a0")
    .replaceAll(" – ", "\u00a0– ");
}

/** Messages that have no other form on boards that name locomotives: the usual names of cards, and the editor's. */
export const USUAL = /^(color|cards?|studio)\./;
/** The end of the id of a message's form for boards that name locomotives. No id in a catalogue has it. */
const OWN = ":own";

/**
 * A function that replaces a language's words for locomotives in a message by `{wild}`, the board's own name of them
 * (MECH-6), like `renamed` of the server.
 */
export function renamer(code: string): (message: string) => string {
  const words = languages()[code]?.locomotive ?? {};
  const found = Object.fromEntries(Object.entries(words).map(([word, own]) => [word.toLowerCase(), own]));
  const one = Object.keys(found)
    .sort((a, b) => b.length - a.length)
    .join("|");
  if (!one) return (message) => message;
  const pattern = new RegExp(`(?<!\\p{L})(?:${one})(?!\\p{L})`, "giu");
  return (message) =>
    message.replace(pattern, (word) => {
      const own = found[word.toLowerCase()]!;
      return word[0] === word[0]!.toLowerCase() ? own : own[0]!.toUpperCase() + own.slice(1);
    });
}

/** Messages with their forms for boards that name locomotives, if those differ. */
function withOwn(code: string, messages: Messages): Messages {
  const rename = renamer(code);
  const own = Object.entries(messages)
    .filter(([id, one]) => !USUAL.test(id) && rename(one) !== one)
    .map(([id, one]) => [`${id}${OWN}`, rename(one)]);
  return { ...messages, ...Object.fromEntries(own) };
}

/** The messages of a language as the source of a module. Throws for an invalid message or a missing form of a noun. */
export function compile(code: string, messages: Messages): string {
  const missing = Object.entries(messages).flatMap(([id, one]) => missingForms(code, id, one));
  if (missing.length) throw new Error(`${code}/${WHOLE}.json lacks ${missing.join(", ")}`);
  const tied = Object.fromEntries(
    Object.entries(withOwn(code, messages)).map(([id, one]) => [id, bound(code, one)]),
  );
  const source = compileModule(new MessageFormat(code, { strict: true }), tied);
  return source.replace('"@messageformat/runtime"', '"/src/i18n/runtime.ts"');
}

/** Whether English has the message or, for a form, its noun. City names are always known: a board has every city. */
const isKnown = (id: string, english: Messages): boolean =>
  id in english || OF_CITY.test(id) || (FORM.exec(id)?.[1] ?? "") in english;

/**
 * The module of a catalogue. Missing messages are in English, in a separate module, because they need the English
 * plural rules.
 */
export function module(
  code: string,
  messages: Messages,
  english: Messages,
): { own: string; missing: string } {
  const pick = (from: Messages, has: boolean): Messages =>
    Object.fromEntries(Object.entries(from).filter(([id]) => id in messages === has && isKnown(id, english)));
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
    `export const CASES = ${of(cases)};`,
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
