// Requests about friends.
import { known, languages, t } from "../i18n";
import { errorText } from "./errors";
import { call } from "./request";
import type { ErrorInfo, FriendsInfo, MetPlayer } from "./types";

const of = (player: string) => ({ path: { player } });

export const friends = {
  list: () => call("GET /api/friends"),
  /** Accounts at a table; for null, players of recent games who are not friends yet. */
  met: (table: string | null) => call("GET /api/friends/met", { query: table === null ? {} : { table } }),
  ask: (body: { name: string } | { player: string }) => call("POST /api/friends", { body }),
  accept: (player: string) => call("POST /api/friends/{player}/accept", of(player)),
  end: (player: string) => call("DELETE /api/friends/{player}", of(player)),
  showOnline: (shown: boolean) => call("PUT /api/friends/online", { body: { shown } }),
  makeLink: () => call("POST /api/friends/link"),
  deleteLink: () => call("DELETE /api/friends/link"),
  link: (key: string) => call("GET /api/friends/link/{key}", { path: { key } }),
  useLink: (key: string) => call("POST /api/friends/link/{key}", { path: { key } }),
};

/** How the user and a player are connected. */
export function stateOf({ friends: all, received, sent }: FriendsInfo, player: string): MetPlayer["state"] {
  const among = (list: { id: string }[]): boolean => list.some(({ id }) => id === player);
  return among(all) ? "friend" : among(received) ? "received" : among(sent) ? "sent" : "none";
}

/** The friends and requests of the user; loads the texts about them as well. */
export async function openFriends() {
  const [found] = await Promise.all([friends.list(), languages.open("friends")]);
  return found;
}

/** The text of an error of these requests, whose codes mean other things elsewhere. */
export function friendError(error: ErrorInfo): string {
  const id = `friends.error_${error.code}`;
  return known(id) ? t(id) : errorText(error);
}
