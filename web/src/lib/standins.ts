// Bots that play for people who are away.
import type { SeatChange } from "./types";

/** The bot that plays a person's seat at a version; null: the person plays. `changes` are in game order. */
export const standIn = (changes: readonly SeatChange[], seat: number, version: number): string | null =>
  changes.findLast((one) => one.seat === seat && one.version <= version)?.bot ?? null;
