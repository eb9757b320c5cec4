// Requests of the player pages, and formatting of their answers.
import { languages, number, t } from "../i18n";
import { call } from "../lib/request";
import type { Pace } from "../lib/types";

export interface Wanted {
  ruleset: string;
  pace: Pace;
  /** Empty: the current season. */
  season: string;
  /** The club, if only its members are ranked; null: everybody. */
  club: string | null;
}

export const players = {
  page: (player: string) => call("GET /api/players/{player}", { path: { player } }),
  achievements: () => call("GET /api/achievements"),
  ranking: ({ club, ...wanted }: Wanted, page: number) =>
    call("GET /api/rankings", { query: { ...wanted, page, ...(club && { club }) } }),
  show: (shown: boolean) => call("PUT /api/account/page", { body: { shown } }),
};

export const paceName = (pace: Pace): string => t(pace === "live" ? "players.live" : "players.slow");

/** Format a season such as "2026-2". */
export function seasonName(season: string): string {
  const [year = "", quarter = ""] = season.split("-");
  return t("players.season", { year, quarter });
}

/** The number and percentage of won games. */
export function winsText(wins: number, games: number): string {
  const share = new Intl.NumberFormat(languages.current, { style: "percent" }).format(wins / games);
  return t("players.wins_share", { wins: number(wins), share });
}
