// Boards and their variants in a list of rulesets.
import type { RulesetSummary } from "./types";

/** The boards without their variants. */
export const boardsOf = (rulesets: RulesetSummary[]): RulesetSummary[] =>
  rulesets.filter(({ variant_of }) => variant_of === null);

/** The id of a user's own board: words of its name, and a hash. */
const OWN = /^(?:own|club)_(\w+)_[0-9a-f]{12}$/;

/** The name of a board in a list; a board that is not listed is named by its id, or the words in it. */
export const boardName = (rulesets: RulesetSummary[], id: string): string =>
  rulesets.find((one) => one.id === id)?.name ??
  (OWN.exec(id)?.[1] ?? id).replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());

/** A board and its variants. */
export const variantsOf = (rulesets: RulesetSummary[], board: string): RulesetSummary[] =>
  rulesets.filter(({ id, variant_of }) => id === board || variant_of === board);
