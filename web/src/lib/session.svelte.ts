// Who this browser is to the server: a guest with a name, made on first contact, or an account.
import { api } from "./api";
import { ApiError } from "./request";
import type { Me } from "./types";

/** Milliseconds until a page asks who the browser is now: another page of it may just be signing in. */
const PAUSE = 1500;

class Session {
  me = $state.raw<Me | null>(null);
  /** Why this browser is not who it was, or not let in. */
  ended = $state<"signed_out" | "banned" | null>(null);
  private asked: Promise<Me> | null = null;

  /** Whether this browser is a guest from before: then nothing has to wait for its cookie. */
  get known(): boolean {
    return document.cookie.includes("csrftoken=");
  }

  /** The first request makes the cookie that all others need, so it is made once and awaited by all. */
  load(): Promise<Me> {
    this.asked ??= api
      .me()
      .then((me) => {
        if (me.signed_out) this.ended = "signed_out";
        return (this.me = me);
      })
      .catch((error: unknown) => {
        this.asked = null;
        if (error instanceof ApiError && error.code === "banned") this.ended = "banned";
        throw error;
      });
    return this.asked;
  }

  /** A socket was closed because its session has ended or its user was banned. */
  expel(reason: "signed_out" | "banned"): void {
    if (reason === "banned") this.ended = reason;
    else setTimeout(() => void this.look(), PAUSE);
  }

  /** Whoever signed in or out on another page is the same here; nobody becomes a new guest without being told. */
  private async look(): Promise<void> {
    const before = this.me;
    const me = await api.me().catch(() => null);
    if (me?.signed_out || (before?.account && me && !me.account)) this.ended = "signed_out";
    else location.reload();
  }

  /** Something about this person has changed, such as a warning. */
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
