// The ceremony as a list of steps: what is shown, and how it changes the totals. Each kind of game creates its own
// list.
import { list, number, t } from "../../i18n";
import { endingText } from "../../lib/results";
import type { SeatEnd } from "../../lib/types";
import type { Ticket } from "../../lib/views";

export interface Beat {
  /** The seat in focus; null if there are several. */
  seat: number | null;
  /** Its duration relative to other steps. */
  weight: number;
  /** The ticket that is turned over, or other content. */
  ticket?: Ticket;
  label?: string;
  /** Points to add, by seat. */
  gains: Map<number, number>;
  /** Announced at the start of the step. */
  spoken?: string;
  /** Routes and places to show on the board. */
  routes?: string[];
  cities?: string[];
  /** A path as routes in the order of travel, and its style: a completed or failed ticket, or the longest path. */
  path?: string[];
  tone?: Tone;
}

export type Tone = "done" | "missed" | "run";

export const TURN = 1.5;
export const PART = 1.2;
export const AWARD = 3;

/** The duration of a step of weight one, and of all steps together at most, in milliseconds. */
const USUAL = 1000;
const MOST = 13_500;
/** Milliseconds before the first step, and the duration of the podium. */
export const OPENING = 700;
export const PODIUM = 5500;

/** The duration of each step; all are shortened if there are many. */
export function durations(beats: Beat[], usual = USUAL, most = MOST): number[] {
  const whole = beats.reduce((sum, beat) => sum + beat.weight, 0) * usual;
  const speed = whole > most ? most / whole : 1;
  return beats.map((beat) => beat.weight * usual * speed);
}

/**
 * A player's final rank; ties share a rank. `note` explains why a player who left comes last regardless of the score
 * (RUL-84).
 */
export interface Standing {
  seat: number;
  rank: number;
  score: number;
  winner: boolean;
  note: string;
}

/** The standings, best first. The server's ranks, if given, take players who left into account. */
export const standings = (
  ranking: readonly { seat: number; rank: number; score: number }[],
  winners: readonly number[],
  ends: readonly Pick<SeatEnd, "rank" | "ending">[] | null,
): Standing[] =>
  ranking.map(({ seat, rank, score }) => ({
    seat,
    rank: ends?.[seat]?.rank ?? rank,
    score,
    winner: winners.includes(seat),
    note: endingText(ends?.[seat] ?? {}),
  }));

/** The players on the podium, and those listed beside it; best first. */
export const podium = (standings: readonly Standing[]): [stand: Standing[], beside: Standing[]] => [
  standings.slice(0, 3),
  standings.slice(3),
];

/** A seat's total after this number of steps. */
export const total = (base: number, beats: Beat[], seat: number, shown: number): number =>
  beats.slice(0, shown).reduce((sum, beat) => sum + (beat.gains.get(seat) ?? 0), base);

/** Points with their sign. */
export const signed = (points: number): string => (points > 0 ? `+${number(points)}` : number(points));

/** The standings as an announcement. */
export const standingsText = (standings: readonly Standing[], who: (seat: number) => string): string =>
  list(standings.map(({ seat, rank, score }) => t("end.standing", { rank, name: who(seat), points: score })));
