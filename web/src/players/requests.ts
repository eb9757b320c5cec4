// What the pages of players ask the server for, and how they say it.
import { languages, number, t } from "../i18n";
import { call } from "../lib/request";
import type { Pace } from "../lib/types";

export interface Wanted {
  ruleset: string;
  pace: Pace;
  /** Empty: the present one. */
  season: string;
}

export const players = {
  page: (player: string) => call("GET /api/players/{player}", { path: { player } }),
  ranking: (wanted: Wanted, page: number) => call("GET /api/rankings", { query: { ...wanted, page } }),
  show: (shown: boolean) => call("PUT /api/account/page", { body: { shown } }),
};

export const paceName = (pace: Pace): string => t(pace === "live" ? "players.live" : "players.slow");

/** A season as people write it, from "2026-2". */
export function seasonName(season: string): string {
  const [year = "", quarter = ""] = season.split("-");
  return t("players.season", { year, quarter });
}

/** A rating and how sure it is. */
export const ratingText = (one: { rating: number; margin: number }): string =>
  t("players.rating_value", { rating: number(one.rating), margin: number(one.margin) });

/** Games that were won, and their share. */
export function winsText(wins: number, games: number): string {
  const share = new Intl.NumberFormat(languages.current, { style: "percent" }).format(wins / games);
  return t("players.wins_share", { wins: number(wins), share });
}
