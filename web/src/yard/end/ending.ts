// What the mechanisms of a card game bring to its end.
import type { LogEntry, YardRulesetInfo, YardSummary, YardView } from "../../lib/types";
import type { Ending } from "../../table/end/ending";

export type Outcome = NonNullable<YardView["outcome"]>;
export type Result = Outcome["players"][number];

export interface Setting {
  outcome: Outcome;
  log: LogEntry[];
  ruleset: YardRulesetInfo;
  who(seat: number): string;
  mine(seat: number): boolean;
}

export interface YardEnding extends Ending<YardRulesetInfo, Result, Setting, YardSummary> {
  /** What a picture of the result says beside the scores, and of whom. */
  notes?(setting: Setting): { text: string; seats: number[] }[];
}
