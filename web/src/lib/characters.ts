// The characters that bots appear as. Each has a level, a face (folder `faces`), a description and phrases (catalog
// `characters`).
import type { SeatInfo } from "./types";

const OF_LEVEL = {
  first_ride: ["pip", "nona"],
  easy: ["bruno", "lotte"],
  medium: ["edda", "mirela"],
  hard: ["rafik", "viktor"],
  very_hard: ["ines", "oskar"],
  expert: ["aurelia", "zeno"],
} as const;

type Level = keyof typeof OF_LEVEL;
export type CharacterId = (typeof OF_LEVEL)[Level][number];

/** All characters, weakest level first. */
export const CHARACTERS = Object.values(OF_LEVEL).flat();

/** The name of a character, the same in every language. */
export const nameOf = (character: CharacterId): string => character[0]!.toUpperCase() + character.slice(1);

/** The characters of a bot; empty for bots that hosts have added. */
export const charactersOf = (bot: string | null): readonly CharacterId[] =>
  bot !== null && Object.hasOwn(OF_LEVEL, bot) ? OF_LEVEL[bot as Level] : [];

export const levelOf = (character: CharacterId): string =>
  Object.entries(OF_LEVEL).find(([, all]) => (all as readonly string[]).includes(character))![0];

export type Cast = Pick<SeatInfo, "kind" | "bot"> & Partial<Pick<SeatInfo, "character">>;

const chosen = ({ kind, bot, character }: Cast): CharacterId | null =>
  kind === "bot" ? (charactersOf(bot).find((one) => one === character) ?? null) : null;

/**
 * The character of each seat, the same for all users: the chosen one, or the one of the bot's level that is at the table
 * least often; null for other seats.
 */
export function castOf(seats: readonly Cast[]): (CharacterId | null)[] {
  const taken = seats.map(chosen);
  const times = (character: CharacterId): number => taken.filter((one) => one === character).length;
  return seats.map((seat) => {
    const own = chosen(seat);
    if (own || seat.kind !== "bot") return own;
    const next = [...charactersOf(seat.bot)].sort((a, b) => times(a) - times(b))[0] ?? null;
    taken.push(next);
    return next;
  });
}
