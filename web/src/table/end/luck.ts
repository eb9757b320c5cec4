// What was luck: chances that everybody took, against what was to be expected.
import type { MessageId } from "../../i18n";
import type { Chance } from "../../lib/types";
import type { Player } from "./turns";

export interface Question {
  title: MessageId;
  /** In words, with `got`, `cards` and `expected`; and where there was nothing. */
  text: MessageId;
  none: MessageId;
  /** Whether less is better. */
  costly?: boolean;
  chances: { seat: number; chance: Chance }[];
}

/** The luck with cards that all games have. */
export const ofCards = ({ players }: { players: Player[] }): Question[] =>
  (["drawn", "dealt"] as const).map((what) => ({
    title: `end.luck_${what}_title`,
    text: "end.luck_drawn",
    none: "end.luck_drawn_none",
    chances: players.map((player) => ({ seat: player.seat, chance: player[what] })),
  }));
