// One file with all games of this device: only static sites, which store games on the device, write and read it.
import { saveFile } from "./files";
import { send } from "./request";
import type { TableInfo } from "./types";

const SAVED = "/api/saved";

/** The result of importing such a file. */
export interface Loaded {
  added: number;
  /** Games that were here already and got moves from the file. */
  advanced: number;
  /** Games that were here already with all moves. */
  known: number;
  /** The file's games in progress that are here now. */
  playing: Pick<TableInfo, "id" | "ruleset" | "seats">[];
  refused: RefusedGame[];
}

/** A game that was not imported; `place` is its number in the file, from 1. Unreadable fields are null. */
export interface RefusedGame {
  place: number;
  ruleset: string | null;
  created: string | null;
  seats: { kind: string; name: string | null; bot: string | null }[];
  code: string;
  message: string;
}

/** Whether this is such a file and not the record of a single game. */
export const isSaved = (given: unknown): boolean =>
  typeof given === "object" && given !== null && "whistlestop" in given;

/** Saves all games as a file. */
export async function saveGames(): Promise<void> {
  const answer = await send("GET", SAVED);
  saveFile(`whistlestop-${new Date().toISOString().slice(0, 10)}.json`, await answer.blob());
}

/** Imports the games of a file. Rejects with ApiError if it is not such a file. */
export async function loadGames(given: unknown): Promise<Loaded> {
  return (await send("POST", SAVED, given)).json();
}
