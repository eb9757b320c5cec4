// The places of Natural Earth (tools/geodata/places.py), to find cities by name. They load with the first search.
import { slug, type City } from "./model";
import type { Region } from "./plane";

export interface Place {
  name: string;
  lat: number;
  lon: number;
  /** ISO 3166 code; empty if there is none. */
  country: string;
  /** What its names are compared by. */
  keys: string[];
}
const MOST = 8;
/** Degrees between a city and the place with its name. */
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

/** All places. A load that failed is tried again by the next call. */
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
 * Places that are not among the cities, at most `MOST`: those with a word that begins like the text. Those in the
 * region come first, then those whose name itself begins so, then the largest. Without a text, the largest of the region.
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
  /** The lower, the better. */
  const rank = (place: Place): number =>
    (within(region, place) ? 0 : 2) + (place.keys[0]!.startsWith(key) ? 0 : 1);
  return all
    .filter((place) => key !== "_" || within(region, place))
    .filter(({ keys }) => keys.some((one) => one.includes(key)))
    .toSorted((one, other) => rank(one) - rank(other))
    .filter((place, n) => n < MOST + cities.length && !isThere(place))
    .slice(0, MOST);
}
