// All catalogues say the same things: the same keys, the same values in each message, and every form of the plural that
// the language has.
import { readdirSync, readFileSync } from "node:fs";
import MessageFormat from "@messageformat/core";
import { parse, type Select, type Token } from "@messageformat/parser";
import { describe, expect, test } from "vitest";
import { NAMES, languages as shown, t, type MessageId } from "../src/i18n";
import { best, partsOf } from "../src/i18n/languages.svelte";

const FOLDER = "src/i18n";
const languages = Object.keys(NAMES);
const parts = readdirSync(`${FOLDER}/en`);

const read = (language: string, part: string): Record<string, string> =>
  JSON.parse(readFileSync(`${FOLDER}/${language}/${part}`, "utf8"));

/** Every token of a message, also those within cases. */
function* tokens(message: Token[]): Generator<Token> {
  for (const token of message) {
    yield token;
    if ("cases" in token) for (const one of token.cases) yield* tokens(one.tokens);
  }
}

/** The values that a message uses, each with the way in which it is used. */
const values = (message: string): string[] =>
  [
    ...new Set(
      [...tokens(parse(message))].flatMap((token) => ("arg" in token ? [`${token.type} ${token.arg}`] : [])),
    ),
  ].sort();

/** The names of the values, however they are used: a language may need another plural than English. */
const names = (message: string): string[] =>
  [...new Set(values(message).map((one) => one.split(" ")[1]!))].sort();

const selects = (message: string, type: Select["type"]): Select[] =>
  [...tokens(parse(message))].filter((token): token is Select => token.type === type);

describe.each(languages)("%s", (language) => {
  test("has the files of English", () => {
    expect(readdirSync(`${FOLDER}/${language}`).sort()).toEqual(parts.sort());
  });

  describe.each(parts)("%s", (part) => {
    const english = read("en", part);
    const messages = read(language, part);
    const classes = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const format = new MessageFormat(language, { strict: true });

    test("has the keys of English, in its order", () => {
      expect(Object.keys(messages)).toEqual(Object.keys(english));
    });

    test.each(Object.entries(messages))("%s", (key, message) => {
      expect(names(message)).toEqual(names(english[key] ?? ""));
      for (const { arg, cases } of selects(message, "plural")) {
        const found = cases.map((one) => one.key).filter((form) => !form.startsWith("="));
        if (found.length === 1 && cases.length > 1) continue; // none, or any number of which only this is said
        // Only "many" of Czech is left out: it is for fractions, and everything here is counted in whole numbers.
        const wanted = classes.filter((form) => !(language === "cs" && form === "many"));
        expect(found.sort(), `plural of ${arg}`).toEqual([...wanted].sort());
      }
      const choices = (text: string) =>
        selects(text, "select").map(
          ({ arg, cases }) =>
            `${arg}: ${cases
              .map((one) => one.key)
              .sort()
              .join()}`,
        );
      expect(new Set(choices(message))).toEqual(new Set(choices(english[key] ?? "")));
      const shown = String(
        format.compile(message)(Object.fromEntries(names(message).map((name) => [name, 2]))),
      );
      expect(shown).not.toMatch(/[{}]|undefined|NaN/);
      expect(message).not.toMatch(/ {2}|^\s|\s$/);
    });
  });
});

test("the browser's languages decide, in their order", () => {
  expect(best(["de-AT", "pl-PL", "cs"])).toBe("pl");
  expect(best(["HU"])).toBe("hu");
  expect(best(["de", "fr"])).toBe("en");
});

const lazy = parts.filter((part) => part !== "ui.json");

test.each(lazy)("the prefix of each message of %s names its part", (part) => {
  for (const id of Object.keys(read("en", part)))
    expect(partsOf(id), id).toContain(part.replace(".json", ""));
});

test("a message that is asked for before its part is loaded comes when the part is there", async () => {
  for (const part of lazy) {
    const [id, text] = Object.entries(read("en", part)).find(([, one]) => !one.includes("{"))!;
    expect(t(id as MessageId), id).toBe("");
    await expect.poll(() => t(id as MessageId)).toBe(new MessageFormat("en").compile(text)());
  }
});

test("a part that cannot be loaded at once is tried again", async () => {
  const fresh = new (shown.constructor as new () => typeof shown)();
  await fresh.load("en");
  let failures = 1;
  const open = fresh.open.bind(fresh);
  fresh.open = (part) => (failures-- > 0 ? Promise.reject(new TypeError("offline")) : open(part));
  expect(fresh.missing("chat.say")).toBe("");
  await expect.poll(() => fresh.messages["chat.say"]?.({}), { timeout: 5000 }).toBe("Say something");
});

test("a message that no catalogue has is shown by its id", async () => {
  expect(t("app.unknown" as MessageId)).toBe("app.unknown");
  await shown.open("meeting");
  expect(t("phrase.unknown" as MessageId)).toBe("phrase.unknown");
});

test("no component says anything by itself", () => {
  const said: string[] = [];
  for (const file of readdirSync("src", { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".svelte")) continue;
    const markup = readFileSync(`src/${file}`, "utf8")
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
      .replace(/<!--[\s\S]*?-->/g, "");
    for (const [, text] of markup.matchAll(/>([^<>{}]+)</g)) {
      if (/\p{L}{2,}/u.test(text!)) said.push(`${file}: ${text!.trim()}`);
    }
    for (const [, name, text] of markup.matchAll(/\b(aria-label|title|alt|placeholder|label)="([^"{}]+)"/g)) {
      if (/\p{L}{2,}/u.test(text!)) said.push(`${file}: ${name} ${text}`);
    }
  }
  expect(said).toEqual([]);
});

test("one of anything is no plural in English", () => {
  const messages = parts.flatMap((part) => Object.entries(read("en", part)));
  const counted = new Set(
    messages.flatMap(([, message]) => selects(message, "plural").map(({ arg }) => arg)),
  );
  const format = new MessageFormat("en", { strict: true });
  const wrong = messages.flatMap(([key, message]) => {
    const told = names(message).map((name) => [name, counted.has(name) ? 1 : "x"]);
    const shown = String(format.compile(message)(Object.fromEntries(told)));
    return /\b1 (more )?(card|game|minute|move|player|point|route|round|second|ticket|train|turn)s\b(?! onto)/.test(
      shown,
    )
      ? [`${key}: ${shown}`]
      : [];
  });
  expect(counted).toContain("version");
  expect(wrong).toEqual([]);
});

// The button shows the number itself, and what is seen on it has to be in its name (WCAG 2.5.3).
test.each(languages)("the bell of %s names the number that it shows", (language) => {
  const name = new MessageFormat(language, { strict: true }).compile(read(language, "ui.json")["bell.open"]!);
  for (let count = 1; count <= 101; count++) expect(String(name({ count }))).toContain(String(count));
});
