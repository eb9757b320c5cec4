// Requests about open tables, invitations, chat, and what moderators do.
import { json } from "./api";
import { settings } from "./settings.svelte";
import type {
  About,
  Ban,
  BanWish,
  ChatAnswer,
  HostPage,
  Invitation,
  Muted,
  Person,
  QuickPlay,
  Reason,
  TableInfo,
  TableOptions,
} from "./types";

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const meeting = {
  roomChat: () => json<ChatAnswer>("GET", "/api/open/chat"),
  tableChat: (id: string) => json<ChatAnswer>("GET", `${table(id)}/chat`),
  muted: () => json<Muted>("GET", "/api/mutes"),
  mute: (user: string, muted: boolean) => json<Muted>("POST", "/api/mutes", { user, muted }),
  report: (message: number, about: About, reason: Reason, table: string | null) =>
    json<Muted>("POST", `/api/messages/${message}/report`, { about, reason, table }),
  reportPlayer: (id: string, seat: number, about: About, reason: Reason) =>
    json<Muted>("POST", `${table(id)}/report`, { seat, about, reason }),
  quickPlay: (wish: QuickPlay) => json<TableInfo>("POST", "/api/quickplay", wish),
  options: (id: string, wish: TableOptions) => json<TableInfo>("POST", `${table(id)}/options`, wish),
  invitations: (id: string) => json<Invitation[]>("GET", `${table(id)}/invitations`),
  invite: (id: string, seat: number) => json<Invitation>("POST", `${table(id)}/invitations`, { seat }),
  revoke: (id: string, seat: number) => json<TableInfo>("DELETE", `${table(id)}/invitations/${seat}`),
  accept: (key: string) =>
    json<TableInfo>("POST", `/api/invitations/${encodeURIComponent(key)}`, { color: settings.color }),
  /** The address of the QR code of a link to a table, or to a seat of it. */
  code: (id: string, seat: number | null) =>
    `${table(id)}/invitation.svg${seat === null ? "" : `?seat=${seat}`}`,
};

export const host = {
  page: () => json<HostPage>("GET", "/api/host"),
  finish: (report: number) => json<HostPage>("POST", `/api/host/reports/${report}`),
  ban: (wish: BanWish) => json<HostPage>("POST", "/api/host/bans", wish),
  unban: (subject: string, scope: Ban["scope"]) =>
    json<HostPage>(
      "DELETE",
      `/api/host/bans/${encodeURIComponent(subject)}${scope === "chat" ? "?chat=true" : ""}`,
    ),
  deleteMessage: (message: number) => json<HostPage>("DELETE", `/api/host/messages/${message}`),
  warn: (user: string, text: string) => json<HostPage>("POST", "/api/host/warnings", { user, text }),
  person: (user: string) => json<Person>("GET", `/api/host/people/${encodeURIComponent(user)}`),
  close: (table: string) => json<HostPage>("POST", "/api/host/close", { table }),
  readOnly: (on: boolean) => json<HostPage>("POST", "/api/host/readonly", { on }),
};
