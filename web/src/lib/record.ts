// The fields of a finished game's record that this client uses.
/** The fields for verifying a shuffle (docs/fairness.md). */
export interface CheckedRecord {
  players: number;
  first: number;
  seed?: string;
  actions: [number, string][];
  shuffle?: { commitment: string; seed: string; nonces: (string | null)[]; bots: (string | null)[] };
}
