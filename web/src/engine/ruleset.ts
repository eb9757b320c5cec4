/** A ruleset as the engine's build writes it (`tools/wasm/rulesets.py`). */
export interface RulesetFile {
  id: string;
  name: string;
  /** The kind of game: which module plays it. */
  kind: string;
  /** The hash of its rules. */
  hash: string;
  /** The fewest and the most players. */
  players: [number, number];
  /** The compiled rules, in base64. */
  rules: string;
  /** The text of each action; those of `keep` depend on the tickets on offer. */
  actions: string[];
  /** The number of the first `keep` action, and how many there are: one for each subset of an offer. */
  keep: [number, number];
  /** The number to which a declaration adds a bit for each of its tickets; null where none are declared. */
  declare: number | null;
  tickets: string[];
  /** What each bot judges by. */
  bots: Record<string, number[]>;
  /** The bot that plays on in playouts. */
  model: string;
  /** How much each feature of the table says about the tickets of opponents. */
  belief: number[];
  /** How many figures sum up what a player has. */
  figures: number;
  /** What makes expected points of figures; null if nothing was learned for these rules. */
  network: { inner: number[][]; bias: number[]; outer: number[]; last: number[] } | null;
}
