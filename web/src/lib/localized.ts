// Names of games, countries and cities in the language of the page, where it has one: `names.*` of the catalogues, by the id
// of the ruleset. They are read when they are shown, so they change with the language.
import { known, t } from "../i18n";

interface Place {
  id: string;
  name: string;
  country?: string | null;
}

interface Named {
  id: string;
  name: string;
  cities?: Place[];
  countries?: Record<string, string>;
}

/** A name as the language has it, or as the board has it. */
function nameOf(key: string, own: string): string {
  const id = `names.${key}`;
  return known(id) ? t(id) : own;
}

function named<Thing extends { name: string }>(thing: Thing, name: () => string): Thing {
  return Object.defineProperty({ ...thing }, "name", { get: name, enumerable: true });
}

/** A ruleset whose names are those of the page's language. A city that stands for a country is called like it. */
export function localized<Ruleset extends Named>(ruleset: Ruleset): Ruleset {
  const { id, cities, countries } = ruleset;
  const country = (code: string): string => nameOf(`${id}.country.${code}`, countries![code]!);
  const city = (one: Place): string =>
    one.country && known(`names.${id}.country.${one.country}`)
      ? country(one.country)
      : nameOf(`${id}.city.${one.id}`, one.name);
  const made = named(ruleset, () => nameOf(id, ruleset.name));
  if (cities) made.cities = cities.map((one) => named(one, () => city(one)));
  if (countries) {
    made.countries = {};
    for (const code of Object.keys(countries)) {
      Object.defineProperty(made.countries, code, { get: () => country(code), enumerable: true });
    }
  }
  return made;
}
