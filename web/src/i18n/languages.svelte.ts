// The language of the page: the one that was chosen, or the first of the browser's that there is. Its messages are
// loaded when they are wanted: those of the whole page at the start, those that few pages need when one opens them.
import { DONE, loaders, NAMES, OWNERS } from "virtual:languages";
import type ui from "../../../src/whistlestop/languages/en/ui.json";
import type names from "../../../src/whistlestop/languages/en/names.json";
import type list from "../../../src/whistlestop/languages/languages.json";

/** The catalogues beside that of the whole page, for the types of their ids. */
interface Parts {
  about: typeof import("../../../src/whistlestop/languages/en/about.json");
  aid: typeof import("../../../src/whistlestop/languages/en/aid.json");
  clocks: typeof import("../../../src/whistlestop/languages/en/clocks.json");
  games: typeof import("../../../src/whistlestop/languages/en/games.json");
  guide: typeof import("../../../src/whistlestop/languages/en/guide.json");
  hints: typeof import("../../../src/whistlestop/languages/en/hints.json");
  lessons: typeof import("../../../src/whistlestop/languages/en/lessons.json");
  meeting: typeof import("../../../src/whistlestop/languages/en/meeting.json");
  notices: typeof import("../../../src/whistlestop/languages/en/notices.json");
  people: typeof import("../../../src/whistlestop/languages/en/people.json");
  players: typeof import("../../../src/whistlestop/languages/en/players.json");
  programs: typeof import("../../../src/whistlestop/languages/en/programs.json");
  replay: typeof import("../../../src/whistlestop/languages/en/replay.json");
  review: typeof import("../../../src/whistlestop/languages/en/review.json");
  rules: typeof import("../../../src/whistlestop/languages/en/rules.json");
  verify: typeof import("../../../src/whistlestop/languages/en/verify.json");
}

export type Part = keyof Parts;
export type MessageId = keyof typeof ui | keyof typeof names | { [P in Part]: keyof Parts[P] }[Part];
export type Message = (values: Record<string, unknown>) => string;
export type Catalogue = Record<MessageId, Message>;

/** Milliseconds until a part that could not be loaded is tried again. */
const RETRY = 2000;

/** The parts that may hold a message. */
export const partsOf = (id: string): readonly Part[] => OWNERS[id.split(".", 1)[0]!] ?? [];

export { DONE, NAMES };

export type Language = keyof typeof list;

/** The cookie of the language that was chosen: one, so that the server can tell which catalogue the page will want. */
const COOKIE = "language";
const YEAR = 365 * 24 * 60 * 60;

export const isLanguage = (code: string | null): code is Language => code !== null && code in NAMES;

/** The first of the wanted languages that there is; regional forms count as their language. */
export function best(wanted: readonly string[]): Language {
  return wanted.map((code) => code.toLowerCase().split("-")[0]!).find(isLanguage) ?? "en";
}

function stored(): string | null {
  try {
    return new RegExp(`(?:^|; )${COOKIE}=([a-z]+)`).exec(document.cookie)?.[1] ?? null;
  } catch {
    return null; // a frame that may keep nothing
  }
}

class Languages {
  current = $state<Language>("en");
  messages = $state.raw<Catalogue>({} as Catalogue);
  // Each for itself: to make one takes a slow device some hundredths of a second, and few pages need all.
  readonly number = $derived(new Intl.NumberFormat(this.current));
  readonly date = $derived(new Intl.DateTimeFormat(this.current, { dateStyle: "medium" }));
  readonly time = $derived(new Intl.DateTimeFormat(this.current, { timeStyle: "short" }));
  readonly dateTime = $derived(
    new Intl.DateTimeFormat(this.current, { dateStyle: "medium", timeStyle: "short" }),
  );
  readonly list = $derived(new Intl.ListFormat(this.current, { type: "conjunction" }));
  /** The parts that have been opened; from then on they change with the language. */
  private readonly parts = new Set<Part>();
  private readonly fetching = new Set<Part>();

  /** Before anything is shown. */
  async begin(): Promise<void> {
    const chosen = stored();
    await this.load(isLanguage(chosen) ? chosen : best(navigator.languages));
  }

  /** Change the whole page, and remember it on this device. */
  async choose(language: Language): Promise<void> {
    await this.load(language);
    try {
      document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR}; samesite=lax`;
    } catch {
      // Then it holds until the page is closed.
    }
  }

  /** Have the messages of a part, for what is going to show them. */
  async open(part: Part): Promise<void> {
    if (this.parts.has(part)) return;
    const language = this.current;
    const more = await catalogue(language, part);
    // The language was changed meanwhile: what came is of the old one.
    if (language !== this.current) return this.open(part);
    this.parts.add(part);
    this.messages = { ...this.messages, ...more };
  }

  /**
   * What stands for a message that is not there. It is empty while a part that may hold it is being loaded; what shows
   * it is drawn again when the part has come. A message that no part holds is its id.
   */
  missing(id: string): string {
    const parts = partsOf(id).filter((part) => !this.parts.has(part));
    for (const part of parts) void this.fetch(part);
    return parts.length ? "" : id;
  }

  /** Loads a part, and tries again until it is there. */
  private async fetch(part: Part): Promise<void> {
    if (this.fetching.has(part)) return;
    this.fetching.add(part);
    while (!this.parts.has(part)) {
      await this.open(part).catch(() => new Promise((resolve) => setTimeout(resolve, RETRY)));
    }
    this.fetching.delete(part);
  }

  /** All at once, so that no page is ever in two languages. */
  async load(language: Language): Promise<void> {
    const parts = ["ui", ...this.parts];
    const found = await Promise.all(parts.map((part) => catalogue(language, part)));
    // A part that was opened while these were on their way comes as well.
    if (this.parts.size + 1 > parts.length) return this.load(language);
    this.messages = Object.assign({}, ...found) as Catalogue;
    this.current = language;
    if (typeof document !== "undefined") document.documentElement.lang = language;
  }
}

const catalogue = async (language: Language, part: string): Promise<Catalogue> =>
  (await loaders[`${language}/${part}`]!()).default;

export const languages = new Languages();
