// The language of the page: the chosen one, or the browser's first supported one. Messages of the whole page load at
// the start, those of rarely used pages on demand.
import { DONE, loaders, NAMES, OWNERS } from "virtual:languages";
import type ui from "../../../src/whistlestop/languages/en/ui.json";
import type names from "../../../src/whistlestop/languages/en/names.json";
import type list from "../../../src/whistlestop/languages/languages.json";

/** The catalogues other than `ui`, for the types of their ids. */
interface Parts {
  about: typeof import("../../../src/whistlestop/languages/en/about.json");
  achievements: typeof import("../../../src/whistlestop/languages/en/achievements.json");
  ahead: typeof import("../../../src/whistlestop/languages/en/ahead.json");
  aid: typeof import("../../../src/whistlestop/languages/en/aid.json");
  away: typeof import("../../../src/whistlestop/languages/en/away.json");
  bots: typeof import("../../../src/whistlestop/languages/en/bots.json");
  characters: typeof import("../../../src/whistlestop/languages/en/characters.json");
  clocks: typeof import("../../../src/whistlestop/languages/en/clocks.json");
  clubs: typeof import("../../../src/whistlestop/languages/en/clubs.json");
  fairplay: typeof import("../../../src/whistlestop/languages/en/fairplay.json");
  friends: typeof import("../../../src/whistlestop/languages/en/friends.json");
  games: typeof import("../../../src/whistlestop/languages/en/games.json");
  guide: typeof import("../../../src/whistlestop/languages/en/guide.json");
  home: typeof import("../../../src/whistlestop/languages/en/home.json");
  hints: typeof import("../../../src/whistlestop/languages/en/hints.json");
  leagues: typeof import("../../../src/whistlestop/languages/en/leagues.json");
  lessons: typeof import("../../../src/whistlestop/languages/en/lessons.json");
  meeting: typeof import("../../../src/whistlestop/languages/en/meeting.json");
  notices: typeof import("../../../src/whistlestop/languages/en/notices.json");
  people: typeof import("../../../src/whistlestop/languages/en/people.json");
  players: typeof import("../../../src/whistlestop/languages/en/players.json");
  programs: typeof import("../../../src/whistlestop/languages/en/programs.json");
  replay: typeof import("../../../src/whistlestop/languages/en/replay.json");
  review: typeof import("../../../src/whistlestop/languages/en/review.json");
  rules: typeof import("../../../src/whistlestop/languages/en/rules.json");
  sitestatus: typeof import("../../../src/whistlestop/languages/en/sitestatus.json");
  studies: typeof import("../../../src/whistlestop/languages/en/studies.json");
  studio: typeof import("../../../src/whistlestop/languages/en/studio.json");
  tournaments: typeof import("../../../src/whistlestop/languages/en/tournaments.json");
  verify: typeof import("../../../src/whistlestop/languages/en/verify.json");
}

export type Part = keyof Parts;
export type MessageId = keyof typeof ui | keyof typeof names | { [P in Part]: keyof Parts[P] }[Part];
export type Message = (values: Record<string, unknown>) => string;
export type Catalogue = Record<MessageId, Message>;

/** Milliseconds until a failed part is loaded again. */
const RETRY = 2000;

/** The parts that may contain a message. */
export const partsOf = (id: string): readonly Part[] => OWNERS[id.split(".", 1)[0]!] ?? [];

export { DONE, NAMES };

export type Language = keyof typeof list;

/** The cookie of the chosen language. It is a cookie so that the server knows which catalogue to preload. */
const COOKIE = "language";
const YEAR = 365 * 24 * 60 * 60;

export const isLanguage = (code: string | null): code is Language => code !== null && code in NAMES;

/** The first supported one of these languages; regional variants count as their language. */
export function best(wanted: readonly string[]): Language {
  return wanted.map((code) => code.toLowerCase().split("-")[0]!).find(isLanguage) ?? "en";
}

function stored(): string | null {
  try {
    return new RegExp(`(?:^|; )${COOKIE}=([a-z]+)`).exec(document.cookie)?.[1] ?? null;
  } catch {
    return null; // a frame without storage
  }
}

class Languages {
  current = $state<Language>("en");
  messages = $state.raw<Catalogue>({} as Catalogue);
  // Create each on first use: one takes a slow device tens of milliseconds, and few pages need all.
  readonly number = $derived(new Intl.NumberFormat(this.current));
  readonly date = $derived(new Intl.DateTimeFormat(this.current, { dateStyle: "medium" }));
  readonly day = $derived(new Intl.DateTimeFormat(this.current, { month: "short", day: "numeric" }));
  readonly time = $derived(new Intl.DateTimeFormat(this.current, { timeStyle: "short" }));
  readonly dateTime = $derived(
    new Intl.DateTimeFormat(this.current, { dateStyle: "medium", timeStyle: "short" }),
  );
  readonly list = $derived(new Intl.ListFormat(this.current, { type: "conjunction" }));
  /** The parts that are open; when the language changes, they are loaded again. */
  private readonly parts = new Set<Part>();
  private readonly fetching = new Set<Part>();

  /** Load the data that all formatters share, while the page waits for the server: it takes a slow device 100 ms. */
  warm(): void {
    void this.number;
  }

  /** Load the messages before anything is shown. */
  async begin(): Promise<void> {
    const chosen = stored();
    await this.load(isLanguage(chosen) ? chosen : best(navigator.languages));
  }

  /** Switch the whole page to a language, and remember it on this device. */
  async choose(language: Language): Promise<void> {
    await this.load(language);
    try {
      document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR}; samesite=lax`;
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
  }

  /** Load the messages of a part. */
  async open(part: Part): Promise<void> {
    if (this.parts.has(part)) return;
    const language = this.current;
    const more = await catalogue(language, part);
    // The language changed during the load, so these messages are outdated.
    if (language !== this.current) return this.open(part);
    this.parts.add(part);
    this.messages = { ...this.messages, ...more };
  }

  /**
   * The text for a missing message. It is empty while a part that may contain it is loading; the components render
   * again when the part arrives. For a message of no part, return its id.
   */
  missing(id: string): string {
    const parts = partsOf(id).filter((part) => !this.parts.has(part));
    for (const part of parts) void this.fetch(part);
    return parts.length ? "" : id;
  }

  /** Load a part, and retry until it succeeds. */
  private async fetch(part: Part): Promise<void> {
    if (this.fetching.has(part)) return;
    this.fetching.add(part);
    while (!this.parts.has(part)) {
      await this.open(part).catch(() => new Promise((resolve) => setTimeout(resolve, RETRY)));
    }
    this.fetching.delete(part);
  }

  /** Switch all parts together, so that no page ever mixes two languages. */
  async load(language: Language): Promise<void> {
    const parts = ["ui", ...this.parts];
    const found = await Promise.all(parts.map((part) => catalogue(language, part)));
    // Include a part that was opened in the meantime.
    if (this.parts.size + 1 > parts.length) return this.load(language);
    this.messages = Object.assign({}, ...found) as Catalogue;
    this.current = language;
    if (typeof document !== "undefined") document.documentElement.lang = language;
  }
}

const catalogue = async (language: Language, part: string): Promise<Catalogue> =>
  (await loaders[`${language}/${part}`]!()).default;

export const languages = new Languages();
