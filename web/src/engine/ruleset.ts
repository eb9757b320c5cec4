import type { RulesetInfo } from "../lib/types";

/** A ruleset as `tools/wasm/rulesets.py` writes it. */
export interface RulesetFile {
  id: string;
  name: string;
  /** The kind of game, which selects the module. */
  kind: string;
  version: number;
  /** The hash of its rules. */
  hash: string;
  /** The smallest and the largest number of players. */
  players: [number, number];
  /** The compiled rules, in base64. */
  rules: string;
  /** The text of each action; the texts of `keep` depend on the tickets on offer. */
  actions: string[];
  /** The number of the first `keep` action, and how many there are: one for each subset of an offer. */
  keep: [number, number];
  /** The number to which a declaration adds a bit for each of its tickets; null in games without declarations. */
  declare: number | null;
  /** The data of the ruleset for clients, as the server sends it. */
  info: RulesetInfo;
  /** The mechanisms that it does not use; descriptions leave them out. */
  unused: string[];
  /** The ruleset as JSON, as records and positions contain it; null if its id and version suffice. */
  board: string | null;
  /** The same with the keys of all objects sorted, as checksums need it. */
  sortedBoard: string | null;
  tickets: string[];
  /** The evaluation parameters of each bot, and as `eager` those of a planner that claims soon (levels.py). */
  bots: Record<string, number[]>;
  /** The planner's numbers for figures that are shown to players. */
  told: number[];
  /** The planner's numbers for a plan that keeps to its tickets; null for kinds whose hints have no plan. */
  keeping: number[] | null;
  /** The bot that plays in playouts. */
  model: string;
  /** The default options of a search. */
  search: { ms: number; playouts: number; rounds: number; clear: number; scale: number };
  /** The weight of each feature of the public state as evidence of opponents' tickets. */
  belief: number[];
  /** The number of figures that summarize a player's state. */
  figures: number;
  /** The learned function from figures to expected points; null if there is none for these rules. */
  network: { inner: number[][]; bias: number[]; outer: number[]; last: number[] } | null;
}
