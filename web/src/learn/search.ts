// Full-text search for paragraphs: ignores accents and case, and matches the beginnings of words.
import type { Paragraph, Section } from "../lib/book";

/** A paragraph, and the games in which it has exactly this text. */
export interface Entry {
  id: string;
  title: string;
  text: string;
  games: { id: string; name: string }[];
}

export interface Rules {
  id: string;
  name: string;
  sections: Section[];
}

/** Normalize text for search: no capitals, no accents. */
export const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l").replaceAll("Ł", "l").toLowerCase();

const words = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Index all paragraphs of all games; a text that several games share is one entry. */
export function index(rules: Rules[]): Entry[] {
  const found = new Map<string, Entry>();
  for (const { id, name, sections } of rules) {
    for (const one of sections.flatMap((section) => section.paragraphs)) {
      const text = textOf(one);
      const key = `${one.id}\n${text}`;
      const entry = found.get(key) ?? { id: one.id, title: one.title, text, games: [] };
      entry.games.push({ id, name });
      found.set(key, entry);
    }
  }
  return [...found.values()];
}

const textOf = ({ text, examples, ours }: Paragraph): string =>
  [...text, ...examples.map((one) => one.text), ...ours].join(" ");

const TITLE = 10;
const WHOLE = 2;

/** The score of an entry; 0 if a word is missing. */
function fit(entry: Entry, wanted: string[]): number {
  const title = words(entry.title);
  const text = [...words(entry.text), ...entry.games.flatMap(({ name }) => words(name))];
  let sum = 0;
  for (const word of wanted) {
    const begins = (one: string) => one.startsWith(word);
    const inText = text.filter(begins).length;
    if (!title.some(begins) && !inText) return 0;
    sum += (title.some(begins) ? TITLE : 0) + (text.includes(word) ? WHOLE : 0) + Math.min(inText, WHOLE);
  }
  return sum;
}

/** The entries that contain all words of a query, best first. */
export function search(entries: Entry[], question: string): Entry[] {
  const wanted = words(question);
  if (!wanted.length) return [];
  return entries
    .map((entry) => ({ entry, sum: fit(entry, wanted) }))
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum)
    .map(({ entry }) => entry);
}
