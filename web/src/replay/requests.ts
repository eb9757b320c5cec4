// Requests about finished games.
import { call } from "../lib/request";
import type { Branch } from "../lib/types";

export const requests = {
  log: (game: string, seat: string | null) =>
    call("GET /api/games/{game}/log", { path: { game }, query: { seat } }),
  frames: (game: string, seat: string, at: number) =>
    call("GET /api/games/{game}/frames", { path: { game }, query: { seat, at } }),
  branch: (game: string, body: Branch) => call("POST /api/games/{game}/branch", { path: { game }, body }),
  bring: (record: Record<string, unknown>, names: string[]) =>
    call("POST /api/records", { body: { record, names } }),
};

export const rowsOf = (id: string): string => `/api/games/${encodeURIComponent(id)}/rows`;
