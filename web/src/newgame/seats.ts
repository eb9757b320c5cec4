// What a seat of a new table may be besides a bot.
import type { SeatWish } from "../lib/types";

/** A friend, who comes by a link. */
export const OPEN = "open";
/** Somebody else on this device. */
export const HERE = "here";

/** A choice as the server wants it: one of these, or a bot's id. */
export function wish(choice: string, name: string): SeatWish {
  if (choice === OPEN) return { kind: "open" };
  return choice === HERE ? { kind: "me", name } : { kind: "bot", bot: choice };
}
