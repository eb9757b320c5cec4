// The ceremony as a list of beats: what is shown, and what it adds to whose total. Each kind of game makes its own.
import type { Ticket } from "../../lib/views";

export interface Beat {
  /** Whose turn it is to be looked at; null where several are. */
  seat: number | null;
  /** How long it is shown, compared with others. */
  weight: number;
  /** A ticket that is turned, or what else is said of the beat. */
  ticket?: Ticket;
  label?: string;
  /** What it adds, by seat. */
  gains: Map<number, number>;
  /** Said aloud when it begins. */
  spoken?: string;
  /** Routes and places that the board shows. */
  routes?: string[];
  cities?: string[];
}

export const TURN = 0.75;
export const PART = 1;
export const AWARD = 1.6;
export const LAST = 2.2;

/** Milliseconds of a beat of weight one, and of the whole ceremony at most. */
const USUAL = 1000;
const MOST = 17_500;

/** How long each beat is shown: as usual, or all of them faster where there are many. */
export function durations(beats: Beat[], usual = USUAL, most = MOST): number[] {
  const whole = beats.reduce((sum, beat) => sum + beat.weight, 0) * usual;
  const speed = whole > most ? most / whole : 1;
  return beats.map((beat) => beat.weight * usual * speed);
}

/** The total of a seat when so many beats have been shown. */
export const total = (base: number, beats: Beat[], seat: number, shown: number): number =>
  beats.slice(0, shown).reduce((sum, beat) => sum + (beat.gains.get(seat) ?? 0), base);
