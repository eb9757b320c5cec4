// The places of Natural Earth (tools/geodata/places.py), for finding cities by name. They are loaded by the first
// search.
import { slug, type City } from "./model";
import type { Region } from "./plane";

export interface Place {
  name: string;
  lat: number;
  lon: number;
  /** ISO 3166 code; empty if there is none. */
  country: string;
  /** The keys by which its names are compared. */
  keys: string[];
}
const MOST = 8;
/** The maximum distance in degrees between a city and the place of that name. */
const SAME = 0.5;

/** A name without accents, case and punctuation, with a mark before each word. */
const keyOf = (name: string): string => `_${slug(name)}`;

/** The places of a table, the largest first. */
export function read(table: string): Place[] {
  return table
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [name, also, country, lat, lon] = line.split("\t") as [string, string, string, string, string];
      const names = also ? [name, ...also.split("|")] : [name];
      return { name, country, lat: Number(lat), lon: Number(lon), keys: names.map(keyOf) };
    });
}

let loading: Promise<Place[]> | null = null;

/** All places. After a failure, the next call tries again. */
export function places(): Promise<Place[]> {
  loading ??= import("./places.tsv?raw").then(
    (file) => read(file.default),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

const within = (region: Region, { lat, lon }: Place): boolean =>
  lat >= region.south && lat <= region.north && lon >= region.west && lon <= region.east;

/**
 * At most `MOST` places that are not among the cities and have a word starting with the text: first those in the
 * region, then those whose name itself starts with the text, then the largest. Without a text, the largest ones in the
 * region.
 */
export function find(all: readonly Place[], text: string, region: Region, cities: readonly City[]): Place[] {
  const key = keyOf(text);
  if (key === "_" && text.trim()) return []; // a name in another script
  const there = cities.map(({ name, lat, lon }) => ({ key: keyOf(name), lat, lon }));
  const isThere = (place: Place): boolean =>
    there.some(
      (city) =>
        place.keys.includes(city.key) &&
        Math.abs(city.lat - place.lat) < SAME &&
        Math.abs(city.lon - place.lon) < SAME,
    );
  /** Lower is better. */
  const rank = (place: Place): number =>
    (within(region, place) ? 0 : 2) + (place.keys[0]!.startsWith(key) ? 0 : 1);
  return all
    .filter((place) => key !== "_" || within(region, place))
    .filter(({ keys }) => keys.some((one) => one.includes(key)))
    .toSorted((one, other) => rank(one) - rank(other))
    .filter((place, n) => n < MOST + cities.length && !isThere(place))
    .slice(0, MOST);
}
