// Luck: the results of chances that all players took, compared with their expectation.
import { t, type MessageId } from "../../i18n";
import type { Chance } from "../../lib/types";
import type { Player } from "./turns";

export interface Question {
  title: string;
  /** The message with `got` (or as locomotives, `wilds`), `cards` and `expected`; the one for games without such chances. */
  text: MessageId;
  none: MessageId;
  /** Whether lower is better. */
  costly?: boolean;
  chances: { seat: number; chance: Chance }[];
}

/** The luck with cards in all games. */
export const ofCards = ({ players }: { players: Player[] }): Question[] =>
  (["drawn", "dealt"] as const).map((what) => ({
    title: t(`end.luck_${what}_title`),
    text: "end.luck_drawn",
    none: "end.luck_drawn_none",
    chances: players.map((player) => ({ seat: player.seat, chance: player[what] })),
  }));
