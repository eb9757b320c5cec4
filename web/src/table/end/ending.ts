// What a mechanism brings to the end of its kind of game: `R` is the data of a ruleset, `P` the result of a player, `S` what
// the ceremony knows, and `U` the summary of a game.
import type { Teller } from "../../lib/words";
import type { Beat } from "./ceremony";
import type { Question } from "./luck";
import type { Extra } from "./turns";

export interface Ending<R, P, S, U extends { turns: readonly unknown[] }> {
  /** Whether its parts of the score are columns of the result; they are unless it says otherwise. */
  shown?(ruleset: R): boolean;
  /** Its parts of the score were known during the game: the ceremony begins with them. */
  known?: boolean;
  /** Its signs of a turn. */
  extras?(turn: U["turns"][number], teller: Teller): Extra[];
  /** What was luck in it. */
  questions?(summary: U): Question[];
  /**
   * Its beats of the ceremony when it is a player's turn, and those when all have had theirs. Without either, each of its parts
   * of the score is a beat.
   */
  beats?(setting: S, result: P): Beat[];
  awards?(setting: S): Beat[];
}
