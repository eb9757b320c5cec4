// The language of the page: the one that was chosen, or the first of the browser's that there is. Its messages are
// loaded when it is wanted.
import type ui from "./en/ui.json";

export type MessageId = keyof typeof ui;
export type Message = (values: Record<string, unknown>) => string;
export type Catalogue = Record<MessageId, Message>;

/** The languages, each by its own name. */
export const NAMES = {
  en: "English",
  cs: "Čeština",
  pl: "Polski",
  ro: "Română",
  hu: "Magyar",
} as const;

export type Language = keyof typeof NAMES;

const KEY = "whistlestop.language";
const loaders = import.meta.glob<Catalogue>("./*/ui.json", { query: "?messages", import: "default" });

export const isLanguage = (code: string | null): code is Language => code !== null && code in NAMES;

/** The first of the wanted languages that there is; regional forms count as their language. */
export function best(wanted: readonly string[]): Language {
  return wanted.map((code) => code.toLowerCase().split("-")[0]!).find(isLanguage) ?? "en";
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing
  }
}

class Languages {
  current = $state<Language>("en");
  messages = $state.raw<Catalogue>({} as Catalogue);
  readonly formats = $derived({
    number: new Intl.NumberFormat(this.current),
    list: new Intl.ListFormat(this.current, { type: "conjunction" }),
  });

  /** Before anything is shown. */
  async begin(): Promise<void> {
    const chosen = stored();
    await this.load(isLanguage(chosen) ? chosen : best(navigator.languages));
  }

  /** Change the whole page, and remember it on this device. */
  async choose(language: Language): Promise<void> {
    await this.load(language);
    try {
      localStorage.setItem(KEY, language);
    } catch {
      // Then it holds until the page is closed.
    }
  }

  async load(language: Language): Promise<void> {
    this.messages = await loaders[`./${language}/ui.json`]!();
    this.current = language;
    if (typeof document !== "undefined") document.documentElement.lang = language;
  }
}

export const languages = new Languages();
