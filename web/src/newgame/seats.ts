// The occupants of a new table's seats other than bots.
import { castOf, type CharacterId } from "../lib/characters";
import type { SeatWish } from "../lib/types";

/** A friend who joins by link. */
export const OPEN = "open";
/** Another player on this device. */
export const HERE = "here";

/** A friend, by id; the seat is reserved for them. */
export const friendSeat = (player: string): string => `${FRIEND}${player}`;
export const isFriend = (choice: string): boolean => choice.startsWith(FRIEND);
const FRIEND = "friend:";

/** The characters of the seats after the user's own; `chosen` are those that the user has chosen. */
export const castFor = (choices: readonly string[], chosen: readonly (CharacterId | null)[]) =>
  castOf(
    choices.map((bot, i) =>
      bot === OPEN || bot === HERE || isFriend(bot)
        ? { kind: "open" as const, bot: null }
        : { kind: "bot" as const, bot, character: chosen[i] ?? null },
    ),
  );

/** The request for a seat, from one of these values or the id of a bot. */
export function wish(choice: string, name: string, character: CharacterId | null): SeatWish {
  if (choice === OPEN) return { kind: "open" };
  if (choice === HERE) return { kind: "me", name };
  if (isFriend(choice)) return { kind: "friend", player: choice.slice(FRIEND.length) };
  return { kind: "bot", bot: choice, ...(character && { character }) };
}
