// What a person has chosen on this device, kept in local storage.

export type Theme = "system" | "light" | "dark";
/** How fast what happens is shown. */
export type Pace = "slow" | "normal" | "fast";

/** The kinds of action that may be asked for before they are done. */
export const ASKED = ["cards", "routes", "stations", "rows", "tickets", "pass"] as const;
export type Asked = (typeof ASKED)[number];
export type Questions = Record<Asked, boolean>;

/** Seconds in which an action that is not asked for can be taken back. */
export const UNDO = [0, 1, 2] as const;
export type Undo = (typeof UNDO)[number];

interface Stored {
  theme: Theme;
  questions: Questions;
  undo: Undo;
  motion: boolean;
  shortcuts: boolean;
  sound: boolean;
  volume: number;
  alarm: boolean;
  badge: boolean;
  pace: Pace;
  /** The number of the color that the person prefers; null: any. */
  color: number | null;
  /** Whether the log is unfolded; null: where there is room. */
  log: boolean | null;
  /** Whether face-up cards that the own tickets need are marked. */
  serves: boolean;
}

const KEY = "whistlestop.settings";
/** A card is taken at once, as at a table; what costs cards or binds for the rest of the game is asked for. */
const questions: Questions = {
  cards: false,
  routes: true,
  stations: true,
  rows: true,
  tickets: true,
  pass: true,
};
const defaults: Stored = {
  theme: "system",
  questions,
  undo: 0,
  motion: true,
  shortcuts: true,
  sound: false,
  volume: 0.5,
  alarm: false,
  badge: false,
  pace: "normal",
  color: null,
  log: null,
  serves: true,
};

function load(): Stored {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>;
    return { ...defaults, ...kept, questions: { ...questions, ...kept.questions } };
  } catch {
    return { ...defaults }; // what cannot be read is as good as nothing
  }
}

class Settings {
  private stored = $state<Stored>(load());
  private reduced = $state(false);

  constructor() {
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    this.reduced = query.matches;
    query.addEventListener("change", () => (this.reduced = query.matches));
    this.apply();
  }

  get theme(): Theme {
    return this.stored.theme;
  }
  set theme(theme: Theme) {
    this.save({ theme });
  }

  /** Whether there is a question before actions of a kind. */
  asks(kind: Asked): boolean {
    return this.stored.questions[kind];
  }
  ask(kind: Asked, wanted: boolean): void {
    this.save({ questions: { ...this.stored.questions, [kind]: wanted } });
  }

  get undo(): Undo {
    return this.stored.undo;
  }
  set undo(undo: Undo) {
    this.save({ undo });
  }

  get motion(): boolean {
    return this.stored.motion;
  }
  set motion(motion: boolean) {
    this.save({ motion });
  }

  get shortcuts(): boolean {
    return this.stored.shortcuts;
  }
  set shortcuts(shortcuts: boolean) {
    this.save({ shortcuts });
  }

  get sound(): boolean {
    return this.stored.sound;
  }
  set sound(sound: boolean) {
    this.save({ sound });
  }

  /** 0 to 1. */
  get volume(): number {
    return this.stored.volume;
  }
  set volume(volume: number) {
    this.save({ volume });
  }

  /** Whether a turn is heard that begins while the page is hidden. */
  get alarm(): boolean {
    return this.stored.alarm;
  }
  set alarm(alarm: boolean) {
    this.save({ alarm });
  }

  /** Whether such a turn is counted in the title and on the icon of the app. */
  get badge(): boolean {
    return this.stored.badge;
  }
  set badge(badge: boolean) {
    this.save({ badge });
  }

  get pace(): Pace {
    return this.stored.pace;
  }
  set pace(pace: Pace) {
    this.save({ pace });
  }

  /** The color that a seat of this person has where it is free. */
  get color(): number | null {
    return this.stored.color;
  }
  set color(color: number | null) {
    this.save({ color });
  }

  get log(): boolean | null {
    return this.stored.log;
  }
  set log(log: boolean | null) {
    this.save({ log });
  }

  get serves(): boolean {
    return this.stored.serves;
  }
  set serves(serves: boolean) {
    this.save({ serves });
  }

  /** How long an animation takes, as a multiple of its usual time. */
  get stretch(): number {
    return { slow: 1.7, normal: 1, fast: 0.5 }[this.stored.pace];
  }

  /** Milliseconds that the move of another stays on show before the next one. */
  get rest(): number {
    return { slow: 1200, normal: 0, fast: 0 }[this.stored.pace];
  }

  /** Whether things may move: wanted here, and not refused by the system. */
  get animated(): boolean {
    return this.stored.motion && !this.reduced;
  }

  private save(change: Partial<Stored>): void {
    Object.assign(this.stored, change);
    this.apply();
    try {
      localStorage.setItem(KEY, JSON.stringify(this.stored));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  private apply(): void {
    const root = document.documentElement;
    if (this.stored.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = this.stored.theme;
    root.classList.toggle("still", !this.stored.motion);
  }
}

export const settings = new Settings();
