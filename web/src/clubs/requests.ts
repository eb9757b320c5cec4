// Requests about clubs, and their data in words.
import { known, t } from "../i18n";
import { errorText } from "../lib/errors";
import { call } from "../lib/request";
import type { ClubForm, ClubInfo, ErrorInfo, GiveRole, Reason } from "../lib/types";

const of = (club: string) => ({ path: { club } });

export const clubs = {
  list: () => call("GET /api/clubs"),
  create: (body: ClubForm) => call("POST /api/clubs", { body }),
  show: (club: string) => call("GET /api/clubs/{club}", of(club)),
  change: (club: string, body: ClubForm) => call("PUT /api/clubs/{club}", { ...of(club), body }),
  close: (club: string) => call("DELETE /api/clubs/{club}", of(club)),
  games: (club: string) => call("GET /api/clubs/{club}/games", of(club)),
  chat: (club: string) => call("GET /api/clubs/{club}/chat", of(club)),
  ask: (club: string) => call("POST /api/clubs/{club}/join", of(club)),
  leave: (club: string) => call("DELETE /api/clubs/{club}/join", of(club)),
  giveRole: (club: string, player: string, role: GiveRole["role"]) =>
    call("PUT /api/clubs/{club}/members/{player}", { path: { club, player }, body: { role } }),
  remove: (club: string, player: string) =>
    call("DELETE /api/clubs/{club}/members/{player}", { path: { club, player } }),
  makeLink: (club: string, days: number) =>
    call("POST /api/clubs/{club}/link", { ...of(club), body: { days } }),
  revokeLink: (club: string) => call("DELETE /api/clubs/{club}/link", of(club)),
  offer: (club: string, board: string) =>
    call("POST /api/clubs/{club}/boards", { ...of(club), body: { board } }),
  take: (club: string, board: string) =>
    call("DELETE /api/clubs/{club}/boards/{board}", { path: { club, board } }),
  ownBoards: () => call("GET /api/boards"),
  invitation: (key: string) => call("GET /api/clubs/link/{key}", { path: { key } }),
  join: (key: string) => call("POST /api/clubs/link/{key}", { path: { key } }),
  report: (club: string, reason: Reason) =>
    call("POST /api/clubs/{club}/report", { ...of(club), body: { reason } }),
};

/** Changes a club; the page sends the request and shows the result. */
export type Change = (part: string, work: () => Promise<ClubInfo>, done?: string) => Promise<boolean>;

/** The text of an error of these requests, whose codes mean other things elsewhere. */
export function clubError(error: ErrorInfo): string {
  const id = `clubs.error_${error.code}`;
  return known(id) ? t(id) : errorText(error);
}
