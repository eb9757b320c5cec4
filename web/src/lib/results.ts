// Winners, and players who did not play to the end, in words (RUL-84). The server decides; this file only formats.
import { list, t } from "../i18n";
import type { SeatEnd } from "./types";

/** A seat's ending and score, whether or not its player finished the game. */
export interface SeatResult extends SeatEnd {
  score: number;
}

export interface Namer {
  nameOf(seat: number): string;
  mine(seat: number): boolean;
}

/** The finisher of a seat that only makes the minimum moves after its time ran out. */
const PASSES = "passes";

type Ended = Partial<Pick<SeatEnd, "ending">>;

const leftEarly = ({ ending }: Ended): boolean =>
  ending === "left" || ending === "time" || ending === "removed";

export const winnersOf = (ends: SeatEnd[]): number[] => ends.filter(({ won }) => won).map(({ seat }) => seat);

/** Players by rank; players who left come last, higher score first. */
export function ranked<P extends { seat: number; rank: number }>(
  players: P[],
  ends: SeatResult[] | null,
): P[] {
  const rank = ({ seat, rank }: P): number => ends?.[seat]?.rank ?? rank;
  return players.toSorted((a, b) => rank(a) - rank(b) || a.rank - b.rank);
}

/** The headline of a result. `others`: for readers outside the game, so nobody is "you". */
export function titleText(winners: number[], namer: Namer, others = false): string {
  if (!winners.length) return t("end.nobody");
  return t("end.title", {
    you: !others && winners.length === 1 && namer.mine(winners[0]!),
    names: list(winners.map((seat) => namer.nameOf(seat))),
    count: winners.length,
  });
}

/** If players left: who, what happened to their seats, and who won. Otherwise empty. */
export function storyText(ends: SeatResult[], namer: Namer): string {
  const left = ends.filter(leftEarly);
  if (!left.length) return "";
  const lines = left.map(({ seat, ending, finisher, score }) =>
    t(finisher === PASSES ? "end.story_passes" : `end.story_${ending as "left" | "time" | "removed"}`, {
      you: namer.mine(seat),
      name: namer.nameOf(seat),
      points: t("player.points", { count: score }),
    }),
  );
  const [best] = ends.filter(({ won }) => won);
  const winners = winnersOf(ends);
  const end = best
    ? t("end.story_wins", {
        you: winners.length === 1 && namer.mine(best.seat),
        names: list(winners.map((seat) => namer.nameOf(seat))),
        count: winners.length,
        points: t("player.points", { count: best.score }),
      })
    : t("end.story_nobody");
  return [...lines, end].join(" ");
}

/** How a player who did not finish ended; empty for others. */
export const endingText = (seat: Ended): string =>
  leftEarly(seat) ? t("end.ending", { how: seat.ending! }) : "";
