// What a guide has to say, as data: each lesson knows when it is of use. What is legal and what is the case comes from the
// server.
import type { Values } from "../i18n";
import type { Legal } from "./legal";
import type { Names } from "./names";
import type { LogEntry } from "./types";
import type { Machine, RulesetOf, ViewOf } from "./views";

/** What is known at a table at one moment, for somebody who plays there. */
export interface Situation<M extends Machine = Machine> {
  view: ViewOf<M>;
  ruleset: RulesetOf<M>;
  legal: Legal;
  log: readonly LogEntry[];
  seat: number;
  names: Names;
  who(seat: number): string;
}

export interface Lesson<M extends Machine = Machine> {
  id: string;
  /** Its place among the lessons of its kind: of those that are of use, the one with the lowest number is told. */
  at: number;
  /** The values of its text if it is of use now, otherwise nothing. */
  sees(now: Situation<M>): Values | null;
  /** What it is about, as a selector. */
  target?(now: Situation<M>): string;
  /** The paragraph of the rules. */
  rule: string;
  /** Whether it has been understood by doing it. */
  over?(now: Situation<M>): boolean;
}
