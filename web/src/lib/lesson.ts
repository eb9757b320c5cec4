// Lessons of the guide as data: each lesson decides when it applies. Legal actions and the state come from the
// server.
import type { Values } from "../i18n";
import type { Legal } from "./legal";
import type { Names } from "./names";
import type { LogEntry } from "./types";
import type { Machine, RulesetOf, ViewOf } from "./views";

/** The state of a table at one moment, for one of its players. */
export interface Situation<M extends Machine = Machine> {
  view: ViewOf<M>;
  ruleset: RulesetOf<M>;
  legal: Legal;
  log: readonly LogEntry[];
  seat: number;
  names: Names;
  nameOf(seat: number): string;
}

export interface Lesson<M extends Machine = Machine> {
  id: string;
  /** The order of the lessons: of those that apply, the one with the lowest number is shown. */
  order: number;
  /** The values of its text if it applies now, otherwise null. */
  match(now: Situation<M>): Values | null;
  /** The subject of the lesson, as a selector. */
  target?(now: Situation<M>): string;
  rule: string;
  /** Whether the player has already done what the lesson explains. */
  completed?(now: Situation<M>): boolean;
}
