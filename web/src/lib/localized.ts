// Names of games, countries, cities and cards in the language of the page: the board's own translations, or messages
// `names.*` by the id of the ruleset. They are looked up when displayed, so they change with the language.
import { known, languages, t } from "../i18n";
import type { CardNames } from "../i18n/cardnames.svelte";
import type { Card, Translation } from "./types";

interface Place {
  id: string;
  name: string;
  country?: string | null;
}

interface Named {
  id: string;
  name: string;
  /** The board that it is a variant of; both have the same cities and countries. */
  variant_of?: string | null;
  /** In a list of boards: their names in other languages. */
  titles?: Record<string, string>;
  translations?: Record<string, Translation>;
  cities?: Place[];
  countries?: Record<string, string>;
  card_names?: CardNames;
}

/** A name from the messages, if there is one. */
function listed(key: string): string | undefined {
  const id = `names.${key}`;
  return known(id) ? t(id) : undefined;
}

/** A table of names that are looked up when they are read. */
function lookedUp<Name extends string>(
  names: Partial<Record<Name, string>>,
  name: (key: Name) => string | undefined,
): Partial<Record<Name, string>> {
  const made: Partial<Record<Name, string>> = {};
  for (const key of Object.keys(names) as Name[]) {
    Object.defineProperty(made, key, { get: () => name(key) ?? names[key], enumerable: true });
  }
  return made;
}

function named<Thing extends { name: string }>(thing: Thing, name: () => string): Thing {
  return Object.defineProperty({ ...thing }, "name", { get: name, enumerable: true });
}

/** A ruleset with translated names. A city that stands for a country has the country's name. */
export function localized<Ruleset extends Named>(ruleset: Ruleset): Ruleset {
  const { id, cities, countries, card_names, titles, translations } = ruleset;
  const board = ruleset.variant_of ?? id;
  const own = (): Translation | undefined => translations?.[languages.current];
  const title = (): string | null | undefined => titles?.[languages.current] ?? own()?.name ?? listed(id);
  const country = (code: string): string | undefined =>
    own()?.countries?.[code] ?? listed(`${board}.country.${code}`);
  const city = (one: Place): string =>
    (one.country && country(one.country)) ||
    (own()?.cities?.[one.id] ?? listed(`${board}.city.${one.id}`) ?? one.name);
  const made = named(ruleset, () => title() ?? ruleset.name);
  if (cities) made.cities = cities.map((one) => named(one, () => city(one)));
  if (countries) made.countries = lookedUp(countries, country) as Record<string, string>;
  if (card_names) made.card_names = lookedUp(card_names, (card: Card) => own()?.card_names?.[card]);
  return made;
}
