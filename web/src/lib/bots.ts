// Names of bots, and which one is the default.
import { known, t } from "../i18n";
import { castOf, charactersOf, nameOf } from "./characters";
import { personName } from "./guests";
import type { BotSummary, SeatInfo } from "./types";

const FIRST = "medium";

/** The name of a bot in the reader's language. A bot that the host added has its own name. */
export function botName(id: string, name: string): string {
  const message = `bot.${id}`;
  return known(message) ? t(message) : name;
}

/** The name of the player or bot in a seat; null if the seat is empty. */
export const seatName = (seat: { kind?: string; name: string | null; bot: string | null }): string | null =>
  seat.kind === "bot" && seat.bot !== null && seat.name !== null
    ? botName(seat.bot, seat.name)
    : seat.name && personName(seat.name);

/** The name of a seat's player; if two players have the same name, with the seat number. */
export function playerName(seats: readonly SeatInfo[], seat: number): string {
  const number = seat + 1;
  const cast = castOf(seats);
  const names = seats.map((held, at) => (cast[at] ? nameOf(cast[at]) : seatName(held)));
  const name = names[seat];
  if (!name) return t("seat.number", { number });
  const shared = names.some((other, at) => at !== seat && other === name);
  return shared ? t("seat.shared_name", { name, number }) : name;
}

/** The note beside a bot's name; with its level if it appears as a character. */
export const botNote = (seat: { name: string | null; bot: string | null }): string =>
  charactersOf(seat.bot).length
    ? t("start.bot", { name: botName(seat.bot!, seat.name ?? "") })
    : t("player.bot");

/** The default opponent: one of medium strength. */
export const usualBot = (bots: BotSummary[]): string | undefined =>
  (bots.find(({ id }) => id === FIRST) ?? bots.at(-1))?.id;
