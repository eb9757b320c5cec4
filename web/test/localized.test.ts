// Names of games and places are in the language of the page, and change with it.
import { afterAll, expect, test } from "vitest";
import { languages } from "../src/i18n";
import { localized } from "../src/lib/localized";
import { Names } from "../src/lib/names";
import * as europe from "./frames/europe";
import * as switzerland from "./frames/switzerland";

afterAll(() => languages.load("en"));

test("a country has one name on tickets and on the board", async () => {
  const ruleset = localized(switzerland.ruleset);
  const names = new Names(ruleset as never);
  const borders = switzerland.ruleset.cities.filter((city) => "country" in city && city.country === "de");
  expect(borders.length).toBeGreaterThan(1);
  for (const [language, game, germany] of [
    ["en", "Switzerland", "Germany"],
    ["cs", "Švýcarsko", "Německo"],
    ["hu", "Svájc", "Németország"],
  ] as const) {
    await languages.load(language);
    expect(ruleset.name).toBe(game);
    for (const place of ["de", ...borders.map((city) => city.id)]) expect(names.place(place)).toBe(germany);
    expect(names.place("davos")).toBe("Davos");
  }
});

test("a city has its name in the language, or the board's name", async () => {
  const names = new Names(localized(europe.ruleset) as never);
  for (const [language, wien, brest] of [
    ["en", "Wien", "Brest"],
    ["cs", "Vídeň", "Brest"],
    ["hu", "Bécs", "Brest"],
    ["fr", "Vienne", "Brest"],
  ] as const) {
    await languages.load(language);
    expect([names.place("wien"), names.place("brest")]).toEqual([wien, brest]);
  }
});

test("names have their diacritics, and custom boards keep their names", async () => {
  const names = new Names(localized(europe.ruleset) as never);
  await languages.load("en");
  expect(names.place("bucuresti")).toBe("București");
  await languages.load("cs");
  const own = localized({
    id: "my_board",
    name: "My board",
    cities: [{ id: "a", name: "A" }],
    countries: { de: "D" },
  });
  expect([own.name, own.cities[0]!.name, own.countries.de]).toEqual(["My board", "A", "D"]);
});

test("a board of one's own has the names of its translations", async () => {
  const de = {
    name: "Mein Spielplan",
    cities: { prague: "Prag" },
    countries: { at: "Österreich" },
  };
  const own = localized({
    id: "my_board",
    name: "My board",
    translations: { de, fr: { name: null, cities: {}, countries: {} } },
    cities: [
      { id: "prague", name: "Praha" },
      { id: "brno", name: "Brno" },
      { id: "at_linz", name: "Linz", country: "at" },
    ],
    countries: { at: "Austria" },
  });
  const shown = () => [own.name, ...own.cities.map(({ name }) => name), own.countries.at];
  for (const [language, ...names] of [
    ["de", "Mein Spielplan", "Prag", "Brno", "Österreich", "Österreich"],
    ["fr", "My board", "Praha", "Brno", "Linz", "Austria"],
    ["cs", "My board", "Praha", "Brno", "Linz", "Austria"],
  ] as const) {
    await languages.load(language);
    expect(shown()).toEqual(names);
  }
});

test("a list of boards has their titles", async () => {
  const listed = localized({ id: "my_board", name: "My board", titles: { hu: "Az én táblám" } });
  await languages.load("hu");
  expect(listed.name).toBe("Az én táblám");
  await languages.load("de");
  expect(listed.name).toBe("My board");
});

test("a variant has the city names of its board and a name of its own", async () => {
  const variant = { ...europe.ruleset, id: "europe_mega", variant_of: "europe", name: "Mega" };
  const ruleset = localized(variant);
  const names = new Names(ruleset as never);
  await languages.load("de");
  expect([ruleset.name, names.place("wien"), names.place("roma")]).toEqual([
    "Europa 1912: Mega",
    "Wien",
    "Rom",
  ]);
});
