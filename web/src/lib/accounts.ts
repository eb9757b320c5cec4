// Requests about accounts.
import { call, send } from "./request";
import { languages } from "../i18n";
import type { BeginProvider, ProviderAnswer } from "./types";

/** Options and answers of passkeys, in the format of the server and the browser. */
export type Passkey = Record<string, unknown>;

/** Why the user is sent to a provider. */
export type Purpose = BeginProvider["purpose"];

export const accounts = {
  show: () => call("GET /api/account"),
  signUp: (name: string, password: string | null, passkey: Passkey | null) =>
    call("POST /api/account", { body: { name, password, passkey } }),
  /** `code` is requested (`second_factor`) if the account has a second factor. */
  signIn: (name: string, password: string, code: string | null) =>
    call("POST /api/session", { body: { name, password, code } }),
  signInWith: (passkey: Passkey) => call("POST /api/session/passkey", { body: { passkey } }),
  /** The options for using and for creating a passkey. */
  toUse: () => call("POST /api/session/passkey/options"),
  toMake: () => call("POST /api/account/passkeys/options"),
  providers: () => call("GET /api/session/providers"),
  /** The address at the provider. */
  beginProvider: (provider: string, purpose: Purpose) =>
    call("POST /api/session/providers/{provider}", { path: { provider }, body: { purpose } }),
  completeProvider: (answer: ProviderAnswer) => call("POST /api/session/provider", { body: answer }),
  removeLogin: (login: string) => call("DELETE /api/account/logins/{login}", { path: { login } }),
  prove: (password: string | null, passkey: Passkey | null, code: string | null = null) =>
    call("POST /api/session/proof", { body: { password, passkey, code } }),
  signOut: () => call("DELETE /api/session"),
  endSession: (session: string) => call("DELETE /api/sessions/{session}", { path: { session } }),
  endOthers: () => call("DELETE /api/sessions"),
  setPassword: (password: string) => call("PUT /api/account/password", { body: { password } }),
  setEmail: (email: string | null) =>
    call("PUT /api/account/email", { body: { email, language: languages.current } }),
  addPasskey: (name: string, passkey: Passkey) =>
    call("POST /api/account/passkeys", { body: { name, passkey } }),
  renamePasskey: (passkey: string, name: string) =>
    call("PATCH /api/account/passkeys/{passkey}", { path: { passkey }, body: { name } }),
  removePasskey: (passkey: string) => call("DELETE /api/account/passkeys/{passkey}", { path: { passkey } }),
  recover: (email: string) =>
    call("POST /api/account/recover", { body: { email, language: languages.current } }),
  reset: (token: string, password: string, code: string | null, passkey: Passkey | null) =>
    call("POST /api/account/reset", { body: { token, password, code, passkey } }),
  beginApp: () => call("POST /api/account/second-factor/app"),
  /** With a code of the new app or, for null, with the account's passkeys. */
  turnOn: (code: string | null) => call("PUT /api/account/second-factor", { body: { code } }),
  turnOff: () => call("DELETE /api/account/second-factor"),
  newCodes: () => call("POST /api/account/recovery-codes"),
  verify: (token: string) => call("POST /api/account/verify", { body: { token } }),
  export: async () => (await send("GET", "/api/account/export")).blob(),
  fairPlay: () => call("GET /api/account/fair-play"),
  remove: () => call("DELETE /api/account"),
};
