// All catalogues agree: each message uses the same values, and has every plural form of its language.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import MessageFormat from "@messageformat/core";
import { parse, type Select, type Token } from "@messageformat/parser";
import { describe, expect, test } from "vitest";
import * as files from "../plugins/languages";
import { DONE, languages as shown, t, type MessageId } from "../src/i18n";
import { best, partsOf } from "../src/i18n/languages.svelte";

const { cases, FOLDER, FORM, IN_CASE, missingForms, OF_CITY, OF_SERVER, read } = files;
const languages = Object.keys(files.languages());
const parts = files.allParts();
const ofClient = parts.filter((part) => !OF_SERVER.includes(part));
/** Complete languages: new texts must be added to all of them. */
const COMPLETE = ["cs", "pl", "ro", "hu", "de", "es", "fr"];

/** Every token of a message, including those within cases. */
function* tokens(message: Token[]): Generator<Token> {
  for (const token of message) {
    yield token;
    if ("cases" in token) for (const one of token.cases) yield* tokens(one.tokens);
  }
}

/** The values of a message and how it uses them. */
const values = (message: string): string[] =>
  [
    ...new Set(
      [...tokens(parse(message))].flatMap((token) => ("arg" in token ? [`${token.type} ${token.arg}`] : [])),
    ),
  ].sort();

/**
 * The names of the values, without their use: another language may need a plural or a case of a noun where English has
 * none.
 */
const names = (message: string): string[] =>
  [...new Set(values(message.replace(IN_CASE, "$1")).map((one) => one.split(" ")[1]!))].sort();

/** Values for all names of a message. */
const given = (message: string, value: string | number): Record<string, string | number> =>
  Object.fromEntries(values(message).map((one) => [one.split(" ")[1]!, value]));

const selects = (message: string, type: Select["type"]): Select[] =>
  [...tokens(parse(message))].filter((token): token is Select => token.type === type);

/** The ids of messages, without city names and forms of nouns, which only some languages have. */
const ids = (messages: files.Messages): string[] =>
  Object.keys(messages).filter((id) => !OF_CITY.test(id) && !FORM.test(id));

/** The English message of an id; for a form of a noun, that of the noun. */
const source = (english: files.Messages, id: string): string =>
  english[id] ?? english[FORM.exec(id)?.[1] ?? ""] ?? "";

/** The ids of the cities of a game, in the order of its board. */
const citiesOf = (ruleset: string): string[] =>
  readFileSync(`${FOLDER}/../rulesets/${ruleset}/cities.csv`, "utf8")
    .split("\n")
    .slice(1)
    .map((row) => row.split(",", 1)[0]!);

test("the languages match the list", () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(
    folders
      .map((one) => one.name)
      .filter((name) => !name.startsWith("_"))
      .sort(),
  ).toEqual([...languages].sort());
});

describe.each(languages)("%s", (language) => {
  test("has no files that English lacks", () => {
    const known = language === "en" ? [...parts, "notes"] : parts;
    for (const file of readdirSync(`${FOLDER}/${language}`))
      expect(known).toContain(file.replace(/\.json$/, ""));
  });

  describe.each(parts)("%s", (part) => {
    const english = read("en", part);
    const messages = read(language, part);
    const rules = new Intl.PluralRules(language);
    // All values are whole numbers here: Czech has a plural form for fractions, French one for millions.
    const classes = new Set(["other", ...Array.from({ length: 1000 }, (_, count) => rules.select(count))]);
    const format = new MessageFormat(language, { strict: true });

    test("has only keys of English, in the same order", () => {
      expect(ids(messages)).toEqual(Object.keys(english).filter((key) => key in messages));
    });

    test.each(Object.entries(messages))("%s", (key, message) => {
      expect(names(message)).toEqual(names(source(english, key)));
      for (const { arg, cases } of selects(message, "plural")) {
        const found = cases.map((one) => one.key).filter((form) => !form.startsWith("="));
        if (found.length === 1 && cases.length > 1) continue; // exact numbers, and one form for all others
        expect(found.sort(), `plural of ${arg}`).toEqual([...classes].sort());
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
      const shown = String(format.compile(message)(given(message, 2)));
      expect(shown).not.toMatch(/[{}]|undefined|NaN/);
      expect(message).not.toMatch(OF_SERVER.includes(part) ? / {2}|^\s/ : / {2}|^\s|\s$/);
      // In ICU a straight apostrophe quotes the text after it.
      expect(message).not.toMatch(/'/);
      // The build inserts no-break spaces.
      expect(message).not.toContain("\u00a0");
      // The server supports plain arguments only.
      if (OF_SERVER.includes(part)) {
        for (const token of tokens(parse(message))) expect(["content", "argument"]).toContain(token.type);
      }
    });
  });
});

test.each(languages)("%s names existing cities, in the order of their boards", (language) => {
  const named = Object.keys(read(language, files.NAMES)).filter((id) => OF_CITY.test(id));
  const all = ["usa", "europe", "switzerland", "card_game"].flatMap((ruleset) =>
    citiesOf(ruleset).map((city) => `names.${ruleset}.city.${city}`),
  );
  expect(named).toEqual(all.filter((id) => named.includes(id)));
});

test.each(COMPLETE)("%s is complete", (language) => {
  for (const part of parts) expect(ids(read(language, part)), part).toEqual(Object.keys(read("en", part)));
  expect(DONE[language as keyof typeof DONE]).toBe(1);
});

test("notes are about existing messages, and no text exceeds its limit", () => {
  const notes = JSON.parse(readFileSync(`${FOLDER}/en/notes.json`, "utf8")) as Record<
    string,
    { note?: string; max?: number }
  >;
  const all = Object.fromEntries(
    languages.map((language) => [language, Object.assign({}, ...parts.map((part) => read(language, part)))]),
  );
  for (const [id, { note, max }] of Object.entries(notes)) {
    expect(all.en, id).toHaveProperty([id]);
    expect(note ?? max, id).toBeTruthy();
    for (const language of languages) {
      const message = all[language][id] as string | undefined;
      if (!message || !max) continue;
      const format = new MessageFormat(language, { strict: true });
      expect(
        String(format.compile(message)(given(message, 2))).length,
        `${language}: ${id}`,
      ).toBeLessThanOrEqual(max);
    }
  }
});

test.each(languages)("%s has exactly the forms of nouns that its sentences use", (language) => {
  const messages = Object.assign({}, ...parts.map((part) => read(language, part))) as files.Messages;
  const missing = Object.entries(messages).flatMap(([id, one]) => missingForms(language, id, one));
  expect(missing).toEqual([]);
  const keys = Object.keys(messages);
  keys.forEach((id, i) => {
    const [, noun, name] = FORM.exec(id) ?? [];
    if (!noun) return;
    expect(read("en", files.WHOLE), id).toHaveProperty([noun]);
    // A form follows its noun or another form of it.
    expect(keys[i - 1]!.startsWith(noun), id).toBe(true);
    const value = noun.startsWith("card.") ? "card" : "cards";
    expect(JSON.stringify(messages), id).toContain(`{${value}_${name}}`);
  });
});

test("a form of a noun that does not exist stops the build", () => {
  expect(() => files.compile("de", { "event.claimed": "mit {cards_dative}" })).not.toThrow();
  expect(() => files.compile("de", { "event.claimed": "mit {cards_datvie}" })).toThrow(
    /de\/ui\.json lacks cards\.purple\.datvie, /,
  );
  // The dative of "eine rote Karte" does not exist.
  expect(() => files.compile("de", { "event.took": "mit {card_dative}" })).toThrow(/card\.red\.dative/);
  expect(() => files.compile("de", { "event.refilled": "mit {cards_dative}" })).toThrow(/card\.red\.dative/);
  expect(() => files.compile("de", { "plan.way": "mit {cards_dative}" })).toThrow(
    /lacks plan\.gray\.dative$/,
  );
  expect(cases("de")).toEqual(["dative"]);
  expect(cases("en")).toEqual([]);
});

test("a missing message is shown in English, with the English plural", async () => {
  // Czech has the category "other" only for fractions, so this form must be English.
  const source = files.module(
    "cs",
    { one: "{count, plural, one {# karta} few {# karty} other {# karet}}" },
    {
      one: "{count, plural, one {# card} other {# cards}}",
      two: "{count, plural, one {# ticket} other {# tickets}}",
    },
  );
  expect(source.own).toContain("karta");
  expect(source.own).not.toContain("ticket");
  expect(source.missing).toContain("ticket");
  expect(source.missing).not.toContain('" card');
  expect(source.own).toMatch(/\.\.\.missing/);
});

test.each([
  ["cs", "Jdi k městu a v lese {a} mezi", "Jdi k\u00a0městu a\u00a0v\u00a0lese {a} mezi"],
  [
    "cs",
    "{count, plural, one {# karta} few {# karty} other {V 3 tazích}}",
    "{count, plural, one {#\u00a0karta} few {#\u00a0karty} other {V\u00a03\u00a0tazích}}",
  ],
  ["pl", "W grze i „o włos” z {name}", "W\u00a0grze i\u00a0„o\u00a0włos” z\u00a0{name}"],
  ["cs", "od 1 – 5, hráč {name} – tah", "od 1\u00a0– 5, hráč {name}\u00a0– tah"],
  ["ro", "a 2 cărți, {a} ± {b}, {c} %", "a 2 cărți, {a}\u00a0±\u00a0{b}, {c}\u00a0%"],
  ["fr", "Prêt ? « {name} » : oui ; non !", "Prêt\u00a0? «\u00a0{name}\u00a0»\u00a0: oui\u00a0; non\u00a0!"],
  ["en", "a 2 cards", "a 2 cards"],
])("no-break spaces of %s: %s", (language, message, expected) => {
  expect(files.bound(language, message)).toBe(expected);
});

/** The stems of the words for locomotives, and the words for their symbol on a board, which boards cannot rename. */
const LOCOMOTIVE: Record<string, [RegExp, RegExp]> = {
  en: [/locomotiv/i, /locomotive symbols?/gi],
  cs: [/lokomotiv/i, /symbol lokomotivy/gi],
  pl: [/lokomotyw/i, /symbol lokomotywy|symbolami lokomotyw/gi],
  ro: [/locomotiv/i, /semne? de locomotivă/gi],
  hu: [/mozdon/i, /mozdonyjel\p{L}*/giu],
  de: [/lokomotiv/i, /lokomotivsymbol\p{L}*/giu],
  es: [/locomotor/i, /símbolos? de locomotora/gi],
  fr: [/locomotiv/i, /symboles? (de )?locomotive/gi],
};

test.each(languages)(
  "no message of %s names locomotives on a board that renames them (MECH-6)",
  (language) => {
    const [stem, symbol] = LOCOMOTIVE[language]!;
    const rename = files.renamer(language);
    let renamed = 0;
    for (const part of parts) {
      for (const [id, message] of Object.entries(read(language, part))) {
        if (files.USUAL.test(id)) continue;
        const own = rename(message);
        expect(own.replaceAll(symbol, ""), id).not.toMatch(stem);
        // The text around the words and the values of the message stay.
        expect(values(own.replaceAll("{wild}", "")), id).toEqual(values(message));
        if (own !== message) renamed++;
      }
    }
    expect(renamed).toBeGreaterThan(90);
  },
);

// `tests/languages` has the same examples.
test.each([
  ["en", "Locomotives stay; pay a locomotive.", "“{wild}” cards stay; pay one “{wild}” card."],
  [
    "en",
    "{n, plural, one {# locomotive} other {# locomotives}} or a locomotive symbol",
    "{n, plural, one {# “{wild}” card} other {# “{wild}” cards}} or a locomotive symbol",
  ],
  ["en", "No locomotivesque word", "No locomotivesque word"],
  ["pl", "Lokomotywą płacisz za symbol lokomotywy", "Kartą „{wild}” płacisz za symbol lokomotywy"],
  ["hu", "A mozdony és a mozdonyjel", "A(z) „{wild}” lap és a mozdonyjel"],
  ["de", "Jede Lokomotive für das Lokomotivsymbol", "Jede Karte „{wild}“ für das Lokomotivsymbol"],
])("locomotives with a board's own name in %s: %s (MECH-6)", (language, message, expected) => {
  expect(files.renamer(language)(message)).toBe(expected);
});

test.each(languages)("the first page loads at most 15 kB of %s", (language) => {
  const english = { ...read("en", files.WHOLE), ...read("en", files.NAMES) };
  const own = { ...read(language, files.WHOLE), ...read(language, files.NAMES) };
  const { own: source } = files.module(language, own, english);
  expect(gzipSync(source).length).toBeLessThan(15_000);
});

test("the first supported language of the browser is used", () => {
  expect(best(["ja-JP", "pl-PL", "cs"])).toBe("pl");
  expect(best(["HU"])).toBe("hu");
  expect(best(["ja", "zh"])).toBe("en");
});

const lazy = ofClient.filter((part) => ![files.WHOLE, files.NAMES].includes(part));

test.each(lazy)("the prefix of each message of %s names its part", (part) => {
  for (const id of Object.keys(read("en", part))) expect(partsOf(id), id).toContain(part);
});

test("a message of a part that is not loaded yet appears when it arrives", async () => {
  for (const part of lazy) {
    const [id, text] = Object.entries(read("en", part)).find(([, one]) => !one.includes("{"))!;
    expect(t(id as MessageId), id).toBe("");
    await expect.poll(() => t(id as MessageId)).toBe(new MessageFormat("en").compile(text)());
  }
});

test("a part that fails to load is retried", async () => {
  const fresh = new (shown.constructor as new () => typeof shown)();
  await fresh.load("en");
  let failures = 1;
  const open = fresh.open.bind(fresh);
  fresh.open = (part) => (failures-- > 0 ? Promise.reject(new TypeError("offline")) : open(part));
  expect(fresh.missing("chat.say")).toBe("");
  await expect.poll(() => fresh.messages["chat.say"]?.({}), { timeout: 5000 }).toBe("Say something");
});

test("a message of no catalogue is shown by its id", async () => {
  expect(t("app.unknown" as MessageId)).toBe("app.unknown");
  await shown.open("meeting");
  expect(t("phrase.unknown" as MessageId)).toBe("phrase.unknown");
});

test("no component contains text of its own", () => {
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

test("English plurals have a case for one", () => {
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

// The button shows the number, and its accessible name must contain the visible text (WCAG 2.5.3).
test.each(languages)("the label of the bell contains its number in %s", (language) => {
  const name = new MessageFormat(language, { strict: true }).compile(
    read(language, "ui")["bell.open"] ?? read("en", "ui")["bell.open"]!,
  );
  for (let count = 1; count <= 101; count++) expect(String(name({ count }))).toContain(String(count));
});

test("rarely used catalogues are small, and every key is in one only", () => {
  for (const language of Object.keys(files.languages())) {
    expect(gzipSync(JSON.stringify(files.read(language, "rules"))).length).toBeLessThan(12_000);
    const keys = files.allParts().flatMap((part) => Object.keys(files.read(language, part)));
    expect(new Set(keys).size).toBe(keys.length);
  }
});
