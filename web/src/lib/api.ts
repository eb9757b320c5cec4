// Requests about tables.
import { sendRequest, forTable, call, send } from "./request";
import type { CheckedRecord } from "./record";
import { localized } from "./localized";
import { settings } from "./settings.svelte";
import { nonceFor } from "./nonces";
import type { Alternative, CreateTable, MakeToken, TableInfo, TableSetup } from "./types";

/** The filter of the history; empty fields match everything. */
export interface Wanted {
  ruleset: string;
  who: string;
  result: "" | "won" | "lost" | "unfinished";
}

/** A third-party package in the build, and its license (`build.license` in vite.config.ts). */
export interface Notice {
  name: string;
  version: string;
  identifier?: string;
  text?: string;
}

export const api = {
  notices: async () => (await send("GET", "/licenses.json")).json() as Promise<Notice[]>,
  me: (signal?: AbortSignal) => call("GET /api/me", {}, signal),
  acknowledge: (warning: number) => call("POST /api/me/warnings/{warning}", { path: { warning } }),
  rename: (name: string) => call("PATCH /api/me", { body: { name } }),
  rulesets: async () => (await call("GET /api/rulesets")).map(localized),
  /** A board in its current version, and its drawing. */
  published: async (ruleset: string) =>
    localized(await call("GET /api/rulesets/{ruleset}", { path: { ruleset } })),
  publishedSvg: (ruleset: string) => api.svg(`/api/rulesets/${encodeURIComponent(ruleset)}/board.svg`),
  /** The data of a table's board. */
  ruleset: (id: string) => call("GET /api/tables/{table}/ruleset", forTable(id)),
  /** The board with the URL of its drawing, which is next to the shared data and not below the table. */
  board: async (id: string) => {
    const answer = await sendRequest("GET /api/tables/{table}/ruleset", forTable(id));
    const place = answer.redirected ? answer.url : `/api/tables/${encodeURIComponent(id)}`;
    return { ruleset: localized(await answer.json()), drawing: `${place}/board.svg` };
  },
  svg: async (address: string) => (await send("GET", address)).text(),
  bots: () => call("GET /api/bots"),
  tables: () => call("GET /api/tables"),
  /** My unfinished tables, first those where it is my turn. */
  waiting: () => call("GET /api/waiting"),
  /** My finished games, newest first, from where the previous page ended. */
  played: (wanted: Partial<Wanted> = {}, before = "") =>
    call("GET /api/games", { query: { ...wanted, result: wanted.result || null, before } }),
  table: (id: string) => call("GET /api/tables/{table}", forTable(id)),
  /**
   * To start at once, make a second request: the nonce must be sent after the commitment to the shuffle is known. A
   * table that waits for friends starts by itself later.
   */
  create: async (wish: CreateTable) => {
    const waits = wish.seats.some(({ kind }) => kind === "friend");
    const start = wish.start === true;
    const made = await call("POST /api/tables", { body: { ...wish, start: start && waits } });
    return start && !waits ? api.start(made) : made;
  },
  join: (table: TableInfo, seat: number | null) =>
    call("POST /api/tables/{table}/join", {
      ...forTable(table.id),
      body: { seat, nonce: nonceFor(table), color: settings.color },
    }),
  addNonce: (table: TableInfo, nonce: string) =>
    call("POST /api/tables/{table}/nonce", { ...forTable(table.id), body: { nonce } }),
  leave: (id: string) => call("POST /api/tables/{table}/leave", forTable(id)),
  decline: (id: string) => call("POST /api/tables/{table}/decline", forTable(id)),
  setSeat: (id: string, seat: number, bot: string | null) =>
    call("POST /api/tables/{table}/seats", {
      ...forTable(id),
      body: bot ? { seat, kind: "bot", bot } : { seat, kind: "open" },
    }),
  start: (table: TableInfo) =>
    call("POST /api/tables/{table}/start", {
      ...forTable(table.id),
      body: { nonce: table.you === null ? null : nonceFor(table) },
    }),
  resign: (id: string, seat: number | null) =>
    call("POST /api/tables/{table}/resign", { ...forTable(id), body: { seat } }),
  comeBack: (id: string, seat: number | null) =>
    call("POST /api/tables/{table}/return", { ...forTable(id), body: { seat } }),
  standIn: (id: string, seat: number) =>
    call("POST /api/tables/{table}/stand-in", { ...forTable(id), body: { seat } }),
  agree: (id: string, agrees: boolean) =>
    call("POST /api/tables/{table}/agree", { ...forTable(id), body: { agrees } }),
  pause: (id: string, agrees: boolean) =>
    call("POST /api/tables/{table}/pause", { ...forTable(id), body: { agrees } }),
  resume: (id: string) => call("POST /api/tables/{table}/resume", forTable(id)),
  haveHints: (id: string, agrees: boolean) =>
    call("POST /api/tables/{table}/hints", { ...forTable(id), body: { agrees } }),
  makeHost: (id: string, seat: number) =>
    call("POST /api/tables/{table}/host", { ...forTable(id), body: { seat } }),
  /** Close a table before its game. */
  cancel: (id: string) => call("POST /api/tables/{table}/cancel", forTable(id)),
  /** Change the board or options before the game. */
  setUp: (id: string, body: TableSetup) => call("POST /api/tables/{table}/setup", { ...forTable(id), body }),
  color: (id: string, seat: number, color: number) =>
    call("POST /api/tables/{table}/color", { ...forTable(id), body: { seat, color } }),
  remove: (id: string, seat: number) =>
    call("POST /api/tables/{table}/remove", { ...forTable(id), body: { seat } }),
  readmit: (id: string, user: string) =>
    call("POST /api/tables/{table}/readmit", { ...forTable(id), body: { user } }),
  rematch: (id: string) => call("POST /api/tables/{table}/rematch", forTable(id)),
  /** What your tickets still need, and why routes cannot be claimed now. */
  plan: (id: string, seat: number | null, signal: AbortSignal) =>
    call("GET /api/tables/{table}/plan", { ...forTable(id), query: { seat } }, signal),
  /** An expert's action in your position, with the reasons. */
  hint: (id: string, seat: number | null, signal: AbortSignal) =>
    call("GET /api/tables/{table}/hint", { ...forTable(id), query: { seat } }, signal),
  /** The user's moves ahead, and what they can choose from. */
  ahead: (id: string, seat: number | null) =>
    call("GET /api/tables/{table}/ahead", { ...forTable(id), query: { seat } }),
  moveAhead: (id: string, seat: number | null, alternatives: Alternative[]) =>
    call("PUT /api/tables/{table}/ahead", { ...forTable(id), body: { alternatives, seat } }),
  takeBackAhead: (id: string, seat: number | null) =>
    call("DELETE /api/tables/{table}/ahead", { ...forTable(id), query: { seat } }),
  /** The observation of a seat, from which this device makes a hint. */
  observation: (id: string, seat: number | null, signal?: AbortSignal) =>
    call("GET /api/tables/{table}/observation", { ...forTable(id), query: { seat } }, signal),
  /** The summary of a finished game. */
  summary: (id: string) => call("GET /api/tables/{table}/summary", forTable(id)),
  /** The complete record of a finished game, as this user may see it. */
  record: async (id: string) => (await send("GET", recordOf(id))).json() as Promise<CheckedRecord>,
  view: (id: string) => call("GET /api/tables/{table}/view", forTable(id)),
  tokens: () => call("GET /api/tokens"),
  becomeProgram: () => call("POST /api/me/program", { body: { confirmed: true } }),
  becomePerson: () => call("DELETE /api/me/program"),
  makeToken: (body: MakeToken) => call("POST /api/tokens", { body }),
  revokeToken: (token: string) => call("DELETE /api/tokens/{token}", { path: { token } }),
  declaration: (id: string, tickets: string[], seat: number | null) =>
    call("GET /api/tables/{table}/declaration", {
      ...forTable(id),
      query: { tickets: tickets.join(","), seat },
    }),
};

export const recordOf = (id: string): string => `/api/tables/${encodeURIComponent(id)}/record`;
