// Bots as people meet them: what they are called, and which one is thought of first.
import { known, t } from "../i18n";
import { personName } from "./guests";
import type { BotSummary, SeatInfo } from "./types";

const FIRST = "medium";

/** What a bot is called in the reader's language. One that the host has added goes by its own name. */
export function botName(id: string, name: string): string {
  const message = `bot.${id}`;
  return known(message) ? t(message) : name;
}

/** Who sits there, by name; null where nobody does. */
export const seatName = (seat: { kind?: string; name: string | null; bot: string | null }): string | null =>
  seat.kind === "bot" && seat.bot !== null && seat.name !== null
    ? botName(seat.bot, seat.name)
    : seat.name && personName(seat.name);

/** The name of a seat's player; two of one name are told apart by their seats. */
export function playerName(seats: readonly SeatInfo[], seat: number): string {
  const number = seat + 1;
  const held = seats[seat];
  const name = held && seatName(held);
  if (!name) return t("seat.number", { number });
  const shared = seats.some((other) => other.seat !== seat && seatName(other) === name);
  return shared ? t("seat.shared_name", { name, number }) : name;
}

/** The opponent that is offered first: one of middling strength. */
export const usualBot = (bots: BotSummary[]): string | undefined =>
  (bots.find(({ id }) => id === FIRST) ?? bots.at(-1))?.id;
