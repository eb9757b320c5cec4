// What plugins/languages.ts makes of the folder of languages.
declare module "virtual:languages" {
  type Language = import("./languages.svelte").Language;

  /** For each code the language's own name. */
  export const NAMES: Readonly<Record<Language, string>>;
  /** For each code the share of the messages that are translated; the others are English. */
  export const DONE: Readonly<Record<Language, number>>;
  /** The parts that hold messages with a prefix. */
  export const OWNERS: Readonly<Record<string, readonly import("./languages.svelte").Part[]>>;
  /** A loader for each catalogue, by `code/part`. */
  export const loaders: Readonly<
    Record<string, () => Promise<{ default: import("./languages.svelte").Catalogue }>>
  >;
}
