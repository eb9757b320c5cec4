// Requests about open tables, invitations, chat and moderation.
import type { Language } from "../i18n";
import { forTable, call } from "./request";
import { settings } from "./settings.svelte";
import type { About, Ban, BanWish, QuickPlay, Reason, ReportMessage, TableOptions } from "./types";

export const meeting = {
  roomChat: (language: Language | null) => call("GET /api/open/chat", { query: { language } }),
  tableChat: (id: string) => call("GET /api/tables/{table}/chat", forTable(id)),
  blocked: () => call("GET /api/blocks"),
  block: (user: string, blocked: boolean) => call("POST /api/blocks", { body: { user, blocked } }),
  report: (message: number, body: ReportMessage) =>
    call("POST /api/messages/{message}/report", { path: { message }, body }),
  reportPlayer: (id: string, seat: number, about: Exclude<About, "message">, reason: Reason) =>
    call("POST /api/tables/{table}/report", { ...forTable(id), body: { seat, about, reason } }),
  live: () => call("GET /api/live"),
  quickPlay: (body: QuickPlay) => call("POST /api/quickplay", { body }),
  options: (id: string, body: TableOptions) =>
    call("POST /api/tables/{table}/options", { ...forTable(id), body }),
  invitations: (id: string) => call("GET /api/tables/{table}/invitations", forTable(id)),
  invite: (id: string, seat: number) =>
    call("POST /api/tables/{table}/invitations", { ...forTable(id), body: { seat } }),
  revoke: (table: string, seat: number) =>
    call("DELETE /api/tables/{table}/invitations/{seat}", { path: { table, seat } }),
  accept: (key: string) =>
    call("POST /api/invitations/{key}", { path: { key }, body: { color: settings.color } }),
  /** The URL of the QR code of a link to a table or to one of its seats. */
  code: (id: string, seat: number | null) =>
    `/api/tables/${encodeURIComponent(id)}/invitation.svg${seat === null ? "" : `?seat=${seat}`}`,
};

export const host = {
  page: () => call("GET /api/host"),
  finish: (report: number) => call("POST /api/host/reports/{report}", { path: { report } }),
  ban: (body: BanWish) => call("POST /api/host/bans", { body }),
  unban: (subject: string, scope: Ban["scope"]) =>
    call("DELETE /api/host/bans/{subject}", { path: { subject }, query: { chat: scope === "chat" } }),
  deleteMessage: (message: number) => call("DELETE /api/host/messages/{message}", { path: { message } }),
  deleteBoard: (board: string) => call("DELETE /api/boards/{board}", { path: { board } }),
  warn: (user: string, text: string) => call("POST /api/host/warnings", { body: { user, text } }),
  person: (user: string) => call("GET /api/host/people/{user}", { path: { user } }),
  fairPlay: (user: string) => call("GET /api/host/people/{user}/fair-play", { path: { user } }),
  close: (table: string) => call("POST /api/host/close", { body: { table } }),
  readOnly: (on: boolean) => call("POST /api/host/readonly", { body: { on } }),
};
