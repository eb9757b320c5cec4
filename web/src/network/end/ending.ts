// The contributions of map game mechanisms to the end of a game.
import type { MessageId } from "../../i18n";
import type { Names } from "../../lib/names";
import type { NetworkRulesetInfo, NetworkSummary, NetworkView } from "../../lib/types";
import type { Ending } from "../../table/end/ending";

export type Outcome = NonNullable<NetworkView["outcome"]>;
export type Result = Outcome["players"][number];

export interface Setting {
  view: NetworkView;
  outcome: Outcome;
  names: Names;
  ruleset: NetworkRulesetInfo;
  nameOf(seat: number): string;
  mine(seat: number): boolean;
}

/** Something of each player that can be highlighted on the board: a row of buttons. */
export interface Light {
  id: string;
  title: MessageId;
  /** Whether the board has it; by default if its parts of the score are shown. */
  shown?(ruleset: NetworkRulesetInfo): boolean;
  /** The text on a button instead of the name. */
  text?(result: Result): string;
  routes(result: Result, view: NetworkView): string[];
  cities?(result: Result, names: Names): string[];
}

export interface NetworkEnding extends Ending<NetworkRulesetInfo, Result, Setting, NetworkSummary> {
  light?: Light;
}
