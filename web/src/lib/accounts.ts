// What the pages of an account ask the server for.
import { json, send } from "./api";
import { languages } from "../i18n";
import type { AccountInfo, AppInfo, Me, RecoveryCodes } from "./types";

/** Options and answers of passkeys, as the server and the browser write them. */
export type Passkey = Record<string, unknown>;

const one = (path: string, id: string) => `/api/${path}/${encodeURIComponent(id)}`;

const SECOND = "/api/account/second-factor";

export const accounts = {
  show: () => json<AccountInfo>("GET", "/api/account"),
  signUp: (name: string, password: string | null, passkey: Passkey | null) =>
    json<Me>("POST", "/api/account", { name, password, passkey }),
  /** `code` is asked for (`second_factor`) where the account has a second factor. */
  signIn: (name: string, password: string, code: string | null) =>
    json<Me>("POST", "/api/session", { name, password, code }),
  signInWith: (passkey: Passkey) => json<Me>("POST", "/api/session/passkey", { passkey }),
  /** What a browser needs to use a passkey, and to make one. */
  toUse: () => json<Passkey>("POST", "/api/session/passkey/options"),
  toMake: () => json<Passkey>("POST", "/api/account/passkeys/options"),
  prove: (password: string | null, passkey: Passkey | null, code: string | null = null) =>
    json<Me>("POST", "/api/session/proof", { password, passkey, code }),
  signOut: () => send("DELETE", "/api/session"),
  endSession: (id: string) => send("DELETE", one("sessions", id)),
  endOthers: () => send("DELETE", "/api/sessions"),
  setPassword: (password: string) => json<AccountInfo>("PUT", "/api/account/password", { password }),
  setEmail: (email: string | null) =>
    json<AccountInfo>("PUT", "/api/account/email", { email, language: languages.current }),
  addPasskey: (name: string, passkey: Passkey) =>
    json<AccountInfo>("POST", "/api/account/passkeys", { name, passkey }),
  renamePasskey: (id: string, name: string) =>
    json<AccountInfo>("PATCH", one("account/passkeys", id), { name }),
  removePasskey: (id: string) => json<AccountInfo>("DELETE", one("account/passkeys", id)),
  recover: (email: string) => send("POST", "/api/account/recover", { email, language: languages.current }),
  reset: (token: string, password: string, code: string | null, passkey: Passkey | null) =>
    json<Me>("POST", "/api/account/reset", { token, password, code, passkey }),
  beginApp: () => json<AppInfo>("POST", `${SECOND}/app`),
  /** With a code of the app that was begun, or (null) by the passkeys of the account. */
  turnOn: (code: string | null) => json<RecoveryCodes>("PUT", SECOND, { code }),
  turnOff: () => json<AccountInfo>("DELETE", SECOND),
  newCodes: () => json<RecoveryCodes>("POST", "/api/account/recovery-codes"),
  verify: (token: string) => send("POST", "/api/account/verify", { token }),
  export: async () => (await send("GET", "/api/account/export")).blob(),
  remove: () => send("DELETE", "/api/account"),
};
