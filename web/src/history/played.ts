// Finished games in lists: the user's seat, the order of the seats, and the result in words.
import { percent, t } from "../i18n";
import { seatName } from "../lib/bots";
import { castOf, nameOf } from "../lib/characters";
import { endingText } from "../lib/results";
import type { PlayedGame, PlayedSeat } from "../lib/types";

const place = ({ rank }: PlayedSeat): number => rank ?? 99;

/** The user's best seat; undefined if they had none. */
const ownSeat = ({ seats, you }: PlayedGame): PlayedSeat | undefined =>
  seats.filter(({ seat }) => you.includes(seat)).toSorted((a, b) => place(a) - place(b))[0];

/** The seats by rank, each with its character and the name to show. */
export function ranking({ seats }: PlayedGame) {
  const cast = castOf(seats.map((seat) => ({ kind: "person" as const, ...seat })));
  return seats
    .map((seat, i) => ({
      ...seat,
      who: cast[i]!,
      shown: cast[i] ? nameOf(cast[i]) : (seatName(seat) ?? t("seat.number", { number: seat.seat + 1 })),
    }))
    .toSorted((a, b) => place(a) - place(b) || a.seat - b.seat);
}

export const hasWon = (game: PlayedGame): boolean =>
  game.seats.some(({ seat, won }) => won && game.you.includes(seat));

export function resultText(game: PlayedGame): string {
  const own = ownSeat(game);
  if (game.abandoned) return t("games.unfinished");
  if (own?.rank == null) return t("games.unscored");
  if (hasWon(game)) return t("games.won");
  return endingText(own) || t("games.place", { place: own.rank, count: game.seats.length });
}

/** The accuracy of the user's decisions, if the game has a review; otherwise empty. */
export function accuracyText(game: PlayedGame): string {
  const found = ownSeat(game)?.accuracy ?? null;
  return found === null ? "" : t("games.accuracy", { share: percent(Math.round(found) / 100) });
}

/** The opponents in the order of their seats. */
export const opponents = (game: PlayedGame): string[] =>
  ranking(game)
    .filter(({ seat }) => !game.you.includes(seat))
    .toSorted((a, b) => a.seat - b.seat)
    .map(({ shown }) => shown);
