// The presence of players, as a word beside each name.
import { day, t } from "../i18n";
import { botNote } from "./bots";
import type { GameStore } from "./game.svelte";
import type { SeatInfo } from "./types";

/** Why a seat's player is not playing or present right now; null if they are. */
export function absence(seat: SeatInfo | undefined): string {
  if (seat?.kind !== "person") return "";
  if (seat.bot) return t("player.bot_plays");
  if (seat.vacation) return t("away.vacation", { date: day(seat.vacation) });
  if (seat.program || seat.online) return "";
  return t(seat.lost ? "player.lost" : "player.away");
}

/** Why the others are waiting for a player: the player is absent, or has not seen the turn yet. */
export function waitingFor(game: GameStore, number: number): string {
  const note = absence(game.table?.seats[number]);
  return note || !game.clock.waits(number) ? note : t("clock.waiting");
}

/** Whether the user plays a seat. In a replay, the shown seat is only a viewpoint. */
export function isYou(game: GameStore, seat: number): boolean {
  const { yours } = game.table ?? {};
  return game.past && yours ? yours.includes(seat) : game.mine(seat);
}

/** The status to show beside a player's name. */
export function noteOf(game: GameStore, number: number): string {
  const seat = game.table?.seats[number];
  if (isYou(game, number)) return seat?.vacation ? absence(seat) : t("player.you");
  if (seat?.kind === "bot") return botNote(seat);
  if (seat?.program) return t("player.bot");
  return waitingFor(game, number);
}
