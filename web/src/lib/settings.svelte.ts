// The user's settings on this device, in local storage.

export type Theme = "system" | "light" | "dark";
/** The speed of animations. */
export type Pace = "slow" | "normal" | "fast";

/** The types of action that can require confirmation. */
export const CONFIRMABLE = ["cards", "routes", "stations", "rows", "tickets", "pass"] as const;
export type Confirmable = (typeof CONFIRMABLE)[number];
export type Questions = Record<Confirmable, boolean>;

/** Seconds in which an action without confirmation can be taken back. */
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
  /** Whether the sound of a train ride plays in the background. */
  ambience: boolean;
  alarm: boolean;
  badge: boolean;
  pace: Pace;
  /** The number of the preferred color; null: any. */
  color: number | null;
  /** Whether the log is expanded; null: depends on the screen. */
  log: boolean | null;
  /** Whether face-up cards that your tickets need are marked. */
  serves: boolean;
  /** Whether bots say something now and then. */
  remarks: boolean;
  /** The language of the chat room to open; "": the room for all languages. */
  room: string;
  /** Whether replays reveal the result only on request. */
  quiet: boolean;
}

const KEY = "whistlestop.settings";
/** Taking a card needs no confirmation; spending cards does, and so do commitments for the rest of the game. */
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
  sound: true,
  volume: 0.35,
  ambience: false,
  alarm: false,
  badge: false,
  pace: "normal",
  color: null,
  log: null,
  serves: true,
  remarks: true,
  room: "",
  quiet: false,
};

function load(): Stored {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>;
    return { ...defaults, ...saved, questions: { ...questions, ...saved.questions } };
  } catch {
    return { ...defaults }; // ignore invalid data
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

  /** Whether actions of a type need confirmation. */
  needsConfirmation(kind: Confirmable): boolean {
    return this.stored.questions[kind];
  }
  setConfirmation(kind: Confirmable, wanted: boolean): void {
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

  get ambience(): boolean {
    return this.stored.ambience;
  }
  set ambience(ambience: boolean) {
    this.save({ ambience });
  }

  /** Whether a turn that starts while the page is hidden plays a sound. */
  get alarm(): boolean {
    return this.stored.alarm;
  }
  set alarm(alarm: boolean) {
    this.save({ alarm });
  }

  /** Whether such turns are counted in the title and on the app icon. */
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

  /** The color that a seat of this user gets if it is free. */
  get color(): number | null {
    return this.stored.color;
  }
  set color(color: number | null) {
    this.save({ color });
  }

  get room(): string {
    return this.stored.room;
  }
  set room(room: string) {
    this.save({ room });
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

  get remarks(): boolean {
    return this.stored.remarks;
  }
  set remarks(remarks: boolean) {
    this.save({ remarks });
  }

  get quiet(): boolean {
    return this.stored.quiet;
  }
  set quiet(quiet: boolean) {
    this.save({ quiet });
  }

  /** The factor for durations of animations. */
  get durationFactor(): number {
    return { slow: 1.7, normal: 1, fast: 0.5 }[this.stored.pace];
  }

  /** Milliseconds to pause after another player's move. */
  get pauseAfterMove(): number {
    return { slow: 1200, normal: 0, fast: 0 }[this.stored.pace];
  }

  /** Whether animations are on, here and in the system. */
  get animated(): boolean {
    return this.stored.motion && !this.reduced;
  }

  private save(change: Partial<Stored>): void {
    Object.assign(this.stored, change);
    this.apply();
    try {
      localStorage.setItem(KEY, JSON.stringify(this.stored));
    } catch {
      // Without storage, the settings last until the page is closed.
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
