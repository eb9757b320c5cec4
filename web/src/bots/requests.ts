// Requests about programs that can be challenged, and what they accept.
import { known, number, t } from "../i18n";
import { languages } from "../i18n/languages.svelte";
import { errorText } from "../lib/errors";
import { call } from "../lib/request";
import type { ErrorInfo, MakeChallenge, ProgramInfo, ProgramOffer, RulesetSummary } from "../lib/types";

export const programs = {
  list: () => call("GET /api/programs"),
  one: (user: string) => call("GET /api/programs/{user}", { path: { user } }),
  challenge: (user: string, body: MakeChallenge) =>
    call("POST /api/bots/{user}/challenge", { path: { user }, body }),
  answer: (challenge: string) => call("GET /api/challenges/{challenge}", { path: { challenge } }),
  offer: () => call("GET /api/me/program/offer"),
  setOffer: (body: ProgramOffer) => call("PUT /api/me/program/offer", { body }),
};

/** The numbers of players with which a program plays a board. */
export function sizesOf({ offer }: Pick<ProgramInfo, "offer">, board: RulesetSummary): number[] {
  if (offer.rulesets.length && !offer.rulesets.includes(board.id)) return [];
  const all = Array.from({ length: board.max_players }, (_, i) => i + 1);
  return all.filter(
    (size) => size >= board.min_players && (!offer.players.length || offer.players.includes(size)),
  );
}

/** A list such as "2, 3 or 4". */
export const oneOf = (sizes: readonly number[]): string =>
  new Intl.ListFormat(languages.current, { type: "disjunction" }).format(sizes.map((size) => number(size)));

/** The text of an error of these requests, whose codes mean other things elsewhere. */
export function challengeError(error: ErrorInfo): string {
  const id = `bots.error_${error.code}`;
  return known(id) ? t(id) : errorText(error);
}
