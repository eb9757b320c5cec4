// The language of the page: the one that was chosen, or the first of the browser's that there is. Its messages are
// loaded when they are wanted: those of the whole page at the start, those that few pages need when one opens them.
import type ui from "./en/ui.json";

/** Catalogues that are loaded by those who need them. */
interface Parts {
  aid: typeof import("./en/aid.json");
  clocks: typeof import("./en/clocks.json");
  games: typeof import("./en/games.json");
  guide: typeof import("./en/guide.json");
  meeting: typeof import("./en/meeting.json");
  notices: typeof import("./en/notices.json");
  people: typeof import("./en/people.json");
  players: typeof import("./en/players.json");
  programs: typeof import("./en/programs.json");
  replay: typeof import("./en/replay.json");
  review: typeof import("./en/review.json");
  rules: typeof import("./en/rules.json");
  verify: typeof import("./en/verify.json");
}

export type Part = keyof Parts;
export type MessageId = keyof typeof ui | { [P in Part]: keyof Parts[P] }[Part];
export type Message = (values: Record<string, unknown>) => string;
export type Catalogue = Record<MessageId, Message>;

/** The part that holds messages with a prefix; those of the whole page have none. */
const OWNERS: Record<string, readonly Part[]> = {
  aid: ["aid"],
  chat: ["meeting"],
  clock: ["clocks"],
  cover: ["games"],
  deed: ["meeting"],
  error: ["people", "players"],
  games: ["games"],
  guide: ["guide"],
  host: ["meeting"],
  invite: ["meeting"],
  lobby: ["meeting"],
  menu: ["games"],
  notices: ["notices"],
  options: ["clocks"],
  people: ["people"],
  phrase: ["meeting"],
  play: ["meeting"],
  players: ["players"],
  programs: ["programs"],
  quick: ["meeting"],
  replay: ["replay"],
  report: ["meeting"],
  review: ["review"],
  rules: ["rules"],
  strip: ["games"],
  verify: ["verify"],
};

/** Milliseconds until a part that could not be loaded is tried again. */
const RETRY = 2000;

/** The parts that may hold a message. */
export const partsOf = (id: string): readonly Part[] => OWNERS[id.split(".", 1)[0]!] ?? [];

/** The languages, each by its own name. */
export const NAMES = {
  en: "English",
  cs: "Čeština",
  pl: "Polski",
  ro: "Română",
  hu: "Magyar",
} as const;

export type Language = keyof typeof NAMES;

/** The cookie of the language that was chosen: one, so that the server can tell which catalogue the page will want. */
const COOKIE = "language";
const YEAR = 365 * 24 * 60 * 60;
const loaders = import.meta.glob<Catalogue>("./*/*.json", { query: "?messages", import: "default" });

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

const catalogue = (language: Language, part: string): Promise<Catalogue> =>
  loaders[`./${language}/${part}.json`]!();

export const languages = new Languages();
