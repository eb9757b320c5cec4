// A mechanism's contributions to the end of a game. `R`: the type of a ruleset, `P`: of a player's result, `S`: of
// the ceremony's input, `U`: of a summary.
import type { TextContext } from "../../lib/words";
import type { Beat } from "./ceremony";
import type { Question } from "./luck";
import type { Extra } from "./turns";

export interface Ending<R, P, S, U extends { turns: readonly unknown[] }> {
  /** Whether its parts of the score are columns of the result; by default they are. */
  shown?(ruleset: R): boolean;
  /** Its points were known during the game: the ceremony starts with them. */
  known?: boolean;
  /** Its marks of a turn. */
  extras?(turn: U["turns"][number], context: TextContext): Extra[];
  /** Its chance events. */
  questions?(summary: U): Question[];
  /**
   * Its steps of the ceremony for one player, and those after all players. Without either, each of its parts of the
   * score is a step.
   */
  beats?(setting: S, result: P): Beat[];
  awards?(setting: S): Beat[];
}
