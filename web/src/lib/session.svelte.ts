// The user of this browser: a guest, created on the first request, or an account.
import { api } from "./api";
import { noteUser } from "./position";
import { ApiError } from "./request";
import { STATIC } from "./site";
import type { Me } from "./types";

/** Milliseconds before asking the server again: another tab may be signing in. */
const PAUSE = 1500;
/** Milliseconds to wait for the user: on a bad connection, the answer may never come. */
const PATIENCE = 10_000;

class Session {
  me = $state.raw<Me | null>(null);
  /** Why the session ended or was refused. */
  ended = $state<"signed_out" | "banned" | null>(null);
  private request: Promise<Me> | null = null;

  /** Whether this browser already has a session cookie, so that other requests need not wait for it. */
  get known(): boolean {
    return STATIC || document.cookie.includes("csrftoken=");
  }

  /** Load the user once. All other requests wait for this one, because it creates the cookie. */
  load(): Promise<Me> {
    this.request ??= api
      .me(AbortSignal.timeout(PATIENCE))
      .then((me) => {
        if (me.signed_out) this.ended = "signed_out";
        if (!STATIC) noteUser(me);
        return (this.me = me);
      })
      .catch((error: unknown) => {
        this.request = null;
        if (error instanceof ApiError && error.code === "banned") this.ended = "banned";
        throw error;
      });
    return this.request;
  }

  /** Handle a session that has ended, or a ban. */
  expel(reason: "signed_out" | "banned"): void {
    if (reason === "banned") this.ended = reason;
    else setTimeout(() => void this.checkSession(), PAUSE);
  }

  /** Follow a sign-in or sign-out in another tab; nobody becomes a new guest without notice. */
  private async checkSession(): Promise<void> {
    const before = this.me;
    const me = await api.me().catch(() => null);
    if (me?.signed_out || (before?.account && me && !me.account)) this.ended = "signed_out";
    else location.reload();
  }

  /** Reload the user after a change such as a warning. */
  async renew(): Promise<void> {
    this.me = await api.me().catch(() => this.me);
  }

  async acknowledge(warning: number): Promise<void> {
    this.me = await api.acknowledge(warning);
  }

  async rename(name: string): Promise<void> {
    this.me = await api.rename(name);
  }
}

export const session = new Session();
