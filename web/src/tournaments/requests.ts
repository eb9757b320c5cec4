// Requests about tournaments, and their data in words.
import { dateTime, known, languages, number, t, type MessageId } from "../i18n";
import { clockText } from "../lib/clockwords";
import { errorText } from "../lib/errors";
import { call } from "../lib/request";
import type { CreateTournament, ErrorInfo, StandingLine, TournamentLine, TournamentStep } from "../lib/types";

/** The address of a file with all results. */
export const exportOf = (id: string): string => `/api/tournaments/${encodeURIComponent(id)}/export`;

const of = (tournament: string) => ({ path: { tournament } });

export const tournaments = {
  list: () => call("GET /api/tournaments"),
  create: (body: CreateTournament) => call("POST /api/tournaments", { body }),
  show: (id: string, round: number | null) =>
    call("GET /api/tournaments/{tournament}", { ...of(id), query: round === null ? {} : { round } }),
  join: (id: string) => call("POST /api/tournaments/{tournament}/join", of(id)),
  leave: (id: string) => call("DELETE /api/tournaments/{tournament}/join", of(id)),
  step: (id: string, step: TournamentStep["step"]) =>
    call("POST /api/tournaments/{tournament}/steps", { ...of(id), body: { step } }),
  appoint: (id: string, name: string) =>
    call("POST /api/tournaments/{tournament}/arbiters", { ...of(id), body: { name } }),
  dismiss: (id: string, user: string) =>
    call("POST /api/tournaments/{tournament}/arbiters", { ...of(id), body: { dismiss: user } }),
  remove: (id: string, entry: number, reason: string) =>
    call("POST /api/tournaments/{tournament}/entries/{entry}/remove", {
      path: { tournament: id, entry },
      body: { reason },
    }),
  replace: (id: string, entry: number, name: string) =>
    call("POST /api/tournaments/{tournament}/entries/{entry}/replace", {
      path: { tournament: id, entry },
      body: { name },
    }),
  correct: (id: string, round: number, table: number, ranks: (number | null)[], reason: string) =>
    call("PUT /api/tournaments/{tournament}/rounds/{number}/tables/{table}", {
      path: { tournament: id, number: round, table },
      body: { ranks, reason },
    }),
};

/** The text of an error of these requests, whose codes mean other things elsewhere. */
export function tournamentError(error: ErrorInfo): string {
  const id = `tournaments.error_${error.code}`;
  return known(id) ? t(id) : errorText(error);
}

/** How a tournament is played: format, players at a table, and clock. */
export const planText = ({ plan, clock }: TournamentLine): string =>
  [
    t(`tournaments.format_${plan.format}`),
    t("tournaments.size_value", { count: plan.size ?? 2 }),
    clockText(clock),
  ].join(" · ");

export function stateText({ state, round, rounds }: TournamentLine): string {
  if (state !== "running" && state !== "paused") return t(`tournaments.state_${state}`);
  if (state === "paused") return t("tournaments.state_paused");
  return rounds === null || rounds === undefined
    ? t("tournaments.state_running", { round })
    : t("tournaments.state_running_of", { round, rounds });
}

/** When the next round starts, if that is known or somebody must start it. */
export function nextText({ state, round, next }: TournamentLine, automatic: boolean): string {
  if (next) return t(round ? "tournaments.next_round" : "tournaments.begins", { time: dateTime(next) });
  return state === "open" || (state === "running" && !automatic) ? t("tournaments.by_hand") : "";
}

/** Points and tie-breaks have at most two decimals, formatted for the language. */
export const share = (value: number): string =>
  new Intl.NumberFormat(languages.current, { maximumFractionDigits: 2 }).format(value);

/** The tie-breaks in their order: the message of each, and its value for a player. */
export const TIES: [MessageId, (line: StandingLine) => string][] = [
  ["tournaments.opponents", (line) => share(line.opponents)],
  ["tournaments.beaten", (line) => share(line.beaten)],
  ["tournaments.wins", (line) => number(line.wins)],
  ["tournaments.score", (line) => number(line.score)],
];
