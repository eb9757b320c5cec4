// The characters that bots appear as. Each has a level, a face (folder `faces`), a description and phrases (catalog
// `characters`). Further bots of the same level appear as relatives of these, with their own names and faces.
import type { SeatInfo } from "./types";

const OF_LEVEL = {
  first_ride: ["pip", "nona"],
  easy: ["bruno", "lotte"],
  medium: ["edda", "mirela"],
  hard: ["rafik", "viktor"],
  very_hard: ["ines", "oskar"],
  expert: ["aurelia", "zeno"],
} as const;

const RELATIVES = {
  pip: "milo",
  nona: "tilda",
  bruno: "boris",
  lotte: "greta",
  edda: "thea",
  mirela: "dana",
  rafik: "samir",
  viktor: "anton",
  ines: "carla",
  oskar: "emil",
  aurelia: "celeste",
  zeno: "hugo",
} as const;

type Level = keyof typeof OF_LEVEL;
/** A character that users can choose. */
export type Principal = (typeof OF_LEVEL)[Level][number];
export type Relative = (typeof RELATIVES)[Principal];
export type CharacterId = Principal | Relative;

/** All characters that users can choose, weakest level first. */
export const CHARACTERS = Object.values(OF_LEVEL).flat();

/** The name of a character, the same in every language. */
export const nameOf = (character: CharacterId): string => character[0]!.toUpperCase() + character.slice(1);

export function relativeOf(character: Principal): Relative {
  return RELATIVES[character];
}

/** The character whose description and phrases a character has: its own, or those of its relative. */
export const voiceOf = (character: CharacterId): Principal =>
  CHARACTERS.find((one) => one === character || RELATIVES[one] === character)!;

/** The characters of a bot, relatives last; empty for bots that hosts have added. */
export function charactersOf(bot: string | null): readonly CharacterId[] {
  const own = bot !== null && Object.hasOwn(OF_LEVEL, bot) ? OF_LEVEL[bot as Level] : [];
  return [...own, ...own.map(relativeOf)];
}

export const levelOf = (character: Principal): string =>
  Object.entries(OF_LEVEL).find(([, all]) => (all as readonly string[]).includes(character))![0];

export type Cast = Pick<SeatInfo, "kind" | "bot"> & Partial<Pick<SeatInfo, "character">>;

const chosen = ({ kind, bot, character }: Cast): CharacterId | null =>
  kind === "bot" ? (charactersOf(bot).find((one) => one === character) ?? null) : null;

/**
 * The character of each seat, the same for all users and never the same twice: the chosen one, or another one of the
 * bot's level, or a relative; null for other seats.
 */
export function castOf(seats: readonly Cast[]): (CharacterId | null)[] {
  const wanted = seats.map(chosen);
  const cast: (CharacterId | null)[] = wanted.map((one, seat) => (wanted.indexOf(one) === seat ? one : null));
  for (const [seat, { kind, bot }] of seats.entries()) {
    const own = kind === "bot" ? charactersOf(bot) : [];
    if (cast[seat] || !own.length) continue;
    // More than four bots of one level are possible only in games without people.
    const all = wanted[seat] ? [relativeOf(voiceOf(wanted[seat])), ...own] : own;
    cast[seat] = [...all, ...CHARACTERS].find((one) => !cast.includes(one)) ?? null;
  }
  return cast;
}
