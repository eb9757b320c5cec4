// The record of a game that is over, as far as this client reads it.
/** What a shuffle is checked by (docs/fairness.md). */
export interface CheckedRecord {
  players: number;
  first: number;
  seed?: string;
  actions: [number, string][];
  shuffle?: { commitment: string; seed: string; nonces: (string | null)[]; bots: (string | null)[] };
}
