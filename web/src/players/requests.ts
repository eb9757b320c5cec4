// What the pages of players ask the server for, and how they say it.
import { languages, number, t } from "../i18n";
import { json } from "../lib/api";
import type { AccountInfo, Pace, PlayerPage, Ranking } from "../lib/types";

export interface Wanted {
  ruleset: string;
  pace: Pace;
  /** Empty: the present one. */
  season: string;
}

export const players = {
  page: (id: string) => json<PlayerPage>("GET", `/api/players/${encodeURIComponent(id)}`),
  ranking: ({ ruleset, pace, season }: Wanted, page: number) => {
    const asked = new URLSearchParams({ ruleset, pace, ...(season && { season }), page: String(page) });
    return json<Ranking>("GET", `/api/rankings?${asked.toString()}`);
  },
  show: (shown: boolean) => json<AccountInfo>("PUT", "/api/account/page", { shown }),
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
