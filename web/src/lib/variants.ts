// Boards and their variants in a list of rulesets.
import type { RulesetSummary } from "./types";

/** The boards without their variants. */
export const boardsOf = (rulesets: RulesetSummary[]): RulesetSummary[] =>
  rulesets.filter(({ variant_of }) => variant_of === null);

/** A board and its variants. */
export const variantsOf = (rulesets: RulesetSummary[], board: string): RulesetSummary[] =>
  rulesets.filter(({ id, variant_of }) => id === board || variant_of === board);
