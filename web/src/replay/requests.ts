// What the server is asked for of games of the past.
import { json } from "../lib/api";
import type { Branch, Frames, GameLog, TableInfo } from "../lib/types";

const game = (id: string) => `/api/games/${encodeURIComponent(id)}`;

export const requests = {
  log: (id: string, eyes: string | null) =>
    json<GameLog>("GET", `${game(id)}/log${eyes === null ? "" : `?seat=${eyes}`}`),
  frames: (id: string, eyes: string, at: number) =>
    json<Frames>("GET", `${game(id)}/frames?seat=${eyes}&at=${at}`),
  branch: (id: string, branch: Branch) => json<TableInfo>("POST", `${game(id)}/branch`, branch),
  bring: (record: unknown, names: string[]) => json<TableInfo>("POST", "/api/records", { record, names }),
};

export const recordOf = (id: string): string => `/api/tables/${encodeURIComponent(id)}/record`;
export const rowsOf = (id: string): string => `${game(id)}/rows`;
