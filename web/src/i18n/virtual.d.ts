// The module that plugins/languages.ts generates from the folder of languages.
declare module "virtual:languages" {
  type Language = import("./languages.svelte").Language;

  /** The name of each language in that language, by code. */
  export const NAMES: Readonly<Record<Language, string>>;
  /** The proportion of translated messages, by code; the others are English. */
  export const DONE: Readonly<Record<Language, number>>;
  /** The grammatical cases in which a language has forms of nouns. */
  export const CASES: Readonly<Record<Language, readonly string[]>>;
  /** The parts that contain messages with a prefix. */
  export const OWNERS: Readonly<Record<string, readonly import("./languages.svelte").Part[]>>;
  /** A loader for each catalogue, by `code/part`. */
  export const loaders: Readonly<
    Record<string, () => Promise<{ default: import("./languages.svelte").Catalogue }>>
  >;
}
