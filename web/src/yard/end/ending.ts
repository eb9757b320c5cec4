// The contributions of card game mechanisms to the end of a game.
import type { LogEntry, YardRulesetInfo, YardSummary, YardView } from "../../lib/types";
import type { Ending } from "../../table/end/ending";

export type Outcome = NonNullable<YardView["outcome"]>;
export type Result = Outcome["players"][number];

export interface Setting {
  outcome: Outcome;
  log: LogEntry[];
  ruleset: YardRulesetInfo;
  nameOf(seat: number): string;
  mine(seat: number): boolean;
}

export interface YardEnding extends Ending<YardRulesetInfo, Result, Setting, YardSummary> {
  /** A line for the picture of the result, and its seats. */
  notes?(setting: Setting): { text: string; seats: number[] }[];
}
