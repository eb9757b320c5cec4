// Who this browser is to the server: a guest with a name, made on first contact.
import { api } from "./api";
import type { Me } from "./types";

class Session {
  me = $state.raw<Me | null>(null);
  private asked: Promise<Me> | null = null;

  /** Whether this browser is a guest from before: then nothing has to wait for its cookie. */
  get known(): boolean {
    return document.cookie.includes("csrftoken=");
  }

  /** The first request makes the cookie that all others need, so it is made once and awaited by all. */
  load(): Promise<Me> {
    this.asked ??= api
      .me()
      .then((me) => (this.me = me))
      .catch((error: unknown) => {
        this.asked = null;
        throw error;
      });
    return this.asked;
  }

  async rename(name: string): Promise<void> {
    this.me = await api.rename(name);
  }
}

export const session = new Session();
