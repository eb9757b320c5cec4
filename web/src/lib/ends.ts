// Who has won and who did not stay to the end, in words (RUL-84). The server judges; here it is only told.
import { list, t } from "../i18n";
import type { SeatEnd } from "./types";

/** How a seat ended, and its score, whoever played it at the end. */
export interface End extends SeatEnd {
  score: number;
}

export interface Namer {
  who(seat: number): string;
  mine(seat: number): boolean;
}

/** The player of a clock's seat that only does what it has to. */
const PASSES = "passes";

type Ended = Partial<Pick<SeatEnd, "ending">>;

const gone = ({ ending }: Ended): boolean => ending === "left" || ending === "time" || ending === "removed";

export const winnersOf = (ends: End[]): number[] => ends.filter(({ won }) => won).map(({ seat }) => seat);

/** Players with the best first; those who left come last, with the better score first. */
export function ranked<P extends { seat: number; rank: number }>(players: P[], ends: End[] | null): P[] {
  const rank = ({ seat, rank }: P): number => ends?.[seat]?.rank ?? rank;
  return players.toSorted((a, b) => rank(a) - rank(b) || a.rank - b.rank);
}

/** The headline of a result. To others nobody is "you". */
export function titleText(winners: number[], { who, mine }: Namer, others = false): string {
  if (!winners.length) return t("end.nobody");
  return t("end.title", {
    you: !others && winners.length === 1 && mine(winners[0]!),
    names: list(winners.map(who)),
    count: winners.length,
  });
}

/** What happened where somebody left: who did, what became of their seat, and who has won. Otherwise nothing. */
export function storyText(ends: End[], { who, mine }: Namer): string {
  const left = ends.filter(gone);
  if (!left.length) return "";
  const lines = left.map(({ seat, ending, finisher, score }) =>
    t(finisher === PASSES ? "end.story_passes" : `end.story_${ending as "left" | "time" | "removed"}`, {
      you: mine(seat),
      name: who(seat),
      points: t("player.points", { count: score }),
    }),
  );
  const [best] = ends.filter(({ won }) => won);
  const winners = winnersOf(ends);
  const end = best
    ? t("end.story_wins", {
        you: winners.length === 1 && mine(best.seat),
        names: list(winners.map(who)),
        count: winners.length,
        points: t("player.points", { count: best.score }),
      })
    : t("end.story_nobody");
  return [...lines, end].join(" ");
}

/** How somebody's game ended who did not stay; nothing for all others. */
export const endingText = (seat: Ended): string => (gone(seat) ? t("end.ending", { how: seat.ending! }) : "");
