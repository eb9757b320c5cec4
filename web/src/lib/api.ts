// What the client asks the server for at tables, and about them.
import { ask, at, call, send } from "./request";
import type { CheckedRecord } from "./record";
import { localized } from "./localized";
import { settings } from "./settings.svelte";
import { nonceFor } from "./nonces";
import type { CreateTable, MakeToken, TableInfo, TableSetup } from "./types";

/** Which games of the history are wanted; what is empty does not matter. */
export interface Wanted {
  ruleset: string;
  who: string;
  result: "" | "won" | "lost" | "unfinished";
}

/** A package of others that is in the build, and its licence (`build.license` in vite.config.ts). */
export interface Notice {
  name: string;
  version: string;
  identifier?: string;
  text?: string;
}

export const api = {
  notices: async () => (await send("GET", "/licenses.json")).json() as Promise<Notice[]>,
  me: () => call("GET /api/me"),
  acknowledge: (warning: number) => call("POST /api/me/warnings/{warning}", { path: { warning } }),
  rename: (name: string) => call("PATCH /api/me", { body: { name } }),
  rulesets: async () => (await call("GET /api/rulesets")).map(localized),
  /** A board as it is played now, and its drawing. */
  published: async (ruleset: string) =>
    localized(await call("GET /api/rulesets/{ruleset}", { path: { ruleset } })),
  publishedSvg: (ruleset: string) => api.svg(`/api/rulesets/${encodeURIComponent(ruleset)}/board.svg`),
  /** The data of the board that a table plays on. */
  ruleset: (id: string) => call("GET /api/tables/{table}/ruleset", at(id)),
  /** The same with the address of the drawing: beside the data, which all tables on a board find at one place. */
  board: async (id: string) => {
    const answer = await ask("GET /api/tables/{table}/ruleset", at(id));
    const place = answer.redirected ? answer.url : `/api/tables/${encodeURIComponent(id)}`;
    return { ruleset: localized(await answer.json()), drawing: `${place}/board.svg` };
  },
  svg: async (address: string) => (await send("GET", address)).text(),
  bots: () => call("GET /api/bots"),
  tables: () => call("GET /api/tables"),
  /** My tables that are not over, those where it is my turn first. */
  waiting: () => call("GET /api/waiting"),
  /** My games that are over, the newest first, those before the place that the page before named. */
  played: (wanted: Partial<Wanted> = {}, before = "") =>
    call("GET /api/games", { query: { ...wanted, result: wanted.result || null, before } }),
  table: (id: string) => call("GET /api/tables/{table}", at(id)),
  /** Where the game shall start, it does so in a second step: the promise of the shuffle comes before the own nonce. */
  create: async (wish: CreateTable) => {
    const made = await call("POST /api/tables", { body: { ...wish, start: false } });
    return wish.start ? api.start(made) : made;
  },
  join: (table: TableInfo, seat: number | null) =>
    call("POST /api/tables/{table}/join", {
      ...at(table.id),
      body: { seat, nonce: nonceFor(table), color: settings.color },
    }),
  addNonce: (table: TableInfo, nonce: string) =>
    call("POST /api/tables/{table}/nonce", { ...at(table.id), body: { nonce } }),
  leave: (id: string) => call("POST /api/tables/{table}/leave", at(id)),
  setSeat: (id: string, seat: number, bot: string | null) =>
    call("POST /api/tables/{table}/seats", {
      ...at(id),
      body: bot ? { seat, kind: "bot", bot } : { seat, kind: "open" },
    }),
  start: (table: TableInfo) =>
    call("POST /api/tables/{table}/start", {
      ...at(table.id),
      body: { nonce: table.you === null ? null : nonceFor(table) },
    }),
  resign: (id: string, seat: number | null) =>
    call("POST /api/tables/{table}/resign", { ...at(id), body: { seat } }),
  comeBack: (id: string, seat: number | null) =>
    call("POST /api/tables/{table}/return", { ...at(id), body: { seat } }),
  standIn: (id: string, seat: number) =>
    call("POST /api/tables/{table}/stand-in", { ...at(id), body: { seat } }),
  agree: (id: string, agrees: boolean) =>
    call("POST /api/tables/{table}/agree", { ...at(id), body: { agrees } }),
  haveHints: (id: string, agrees: boolean) =>
    call("POST /api/tables/{table}/hints", { ...at(id), body: { agrees } }),
  makeHost: (id: string, seat: number) =>
    call("POST /api/tables/{table}/host", { ...at(id), body: { seat } }),
  /** Closes a table before its game. */
  cancel: (id: string) => call("POST /api/tables/{table}/cancel", at(id)),
  /** Changes what is played before the game. */
  setUp: (id: string, body: TableSetup) => call("POST /api/tables/{table}/setup", { ...at(id), body }),
  color: (id: string, seat: number, color: number) =>
    call("POST /api/tables/{table}/color", { ...at(id), body: { seat, color } }),
  remove: (id: string, seat: number) =>
    call("POST /api/tables/{table}/remove", { ...at(id), body: { seat } }),
  readmit: (id: string, user: string) =>
    call("POST /api/tables/{table}/readmit", { ...at(id), body: { user } }),
  rematch: (id: string) => call("POST /api/tables/{table}/rematch", at(id)),
  /** What the own tickets would take, and why routes cannot be claimed now. */
  plan: (id: string, seat: number | null, signal: AbortSignal) =>
    call("GET /api/tables/{table}/plan", { ...at(id), query: { seat } }, signal),
  /** What an expert would do now in the own place, and why. */
  hint: (id: string, seat: number | null) =>
    call("GET /api/tables/{table}/hint", { ...at(id), query: { seat } }),
  /** How a game that is over went. */
  summary: (id: string) => call("GET /api/tables/{table}/summary", at(id)),
  /** The whole record of a game that is over, and what this browser may see of it. */
  record: async (id: string) => (await send("GET", recordOf(id))).json() as Promise<CheckedRecord>,
  view: (id: string) => call("GET /api/tables/{table}/view", at(id)),
  tokens: () => call("GET /api/tokens"),
  becomeProgram: () => call("POST /api/me/program", { body: { confirmed: true } }),
  becomePerson: () => call("DELETE /api/me/program"),
  makeToken: (body: MakeToken) => call("POST /api/tokens", { body }),
  revokeToken: (token: string) => call("DELETE /api/tokens/{token}", { path: { token } }),
  declaration: (id: string, tickets: string[], seat: number | null) =>
    call("GET /api/tables/{table}/declaration", { ...at(id), query: { tickets: tickets.join(","), seat } }),
};

/** Where the record of a game is. */
export const recordOf = (id: string): string => `/api/tables/${encodeURIComponent(id)}/record`;
