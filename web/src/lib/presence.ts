// Who is at a table, in a word beside each name.
import { t } from "../i18n";
import type { GameStore } from "./game.svelte";
import type { SeatInfo } from "./types";

/** Why a seat's player is not the one who plays or looks on just now; nothing if all is as it should be. */
export function absence(seat: SeatInfo | undefined): string {
  if (seat?.kind !== "person") return "";
  if (seat.bot) return t("player.bot_plays");
  if (seat.program || seat.online) return "";
  return t(seat.lost ? "player.lost" : "player.away");
}

/** What is to be known of a player beside their name. */
export function noteOf(game: GameStore, number: number): string {
  const seat = game.table?.seats[number];
  if (game.mine(number)) return t("player.you");
  if (seat?.kind === "bot" || seat?.program) return t("player.bot");
  return absence(seat);
}
