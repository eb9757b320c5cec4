// Requests about leagues, and their data in words.
import { dateTime, known, t } from "../i18n";
import { clockText } from "../lib/clockwords";
import { errorText } from "../lib/errors";
import { call } from "../lib/request";
import type { CreateLeague, ErrorInfo, LeagueLine } from "../lib/types";

const of = (league: string) => ({ path: { league } });

/** A division of a season; the server chooses what is left out. */
export interface Choice {
  season?: number;
  division?: number;
}

export const leagues = {
  list: () => call("GET /api/leagues"),
  create: (body: CreateLeague) => call("POST /api/leagues", { body }),
  show: (id: string, choice: Choice) =>
    call("GET /api/leagues/{league}", { ...of(id), query: { ...choice } }),
  join: (id: string) => call("POST /api/leagues/{league}/join", of(id)),
  leave: (id: string) => call("DELETE /api/leagues/{league}/join", of(id)),
  rename: (id: string, name: string) => call("PUT /api/leagues/{league}", { ...of(id), body: { name } }),
  close: (id: string) => call("POST /api/leagues/{league}/close", of(id)),
};

export const exportOf = (league: string): string => `/api/leagues/${encodeURIComponent(league)}/export`;

/** The text of an error of these requests, whose codes mean other things elsewhere. */
export function leagueError(error: ErrorInfo): string {
  const id = `leagues.error_${error.code}`;
  return known(id) ? t(id) : errorText(error);
}

/** How the games are played: players at a table, and clock. */
export const paceText = ({ size, clock }: LeagueLine): string =>
  [t("tournaments.size_value", { count: size }), clockText(clock)].join(" · ");

export function stateText({ state, season, next }: LeagueLine): string {
  if (state === "closed") return t("leagues.state_closed");
  if (state === "running") return t("leagues.state_running", { season });
  return t("leagues.state_open", { season: season + 1, time: next ? dateTime(next) : "" });
}
