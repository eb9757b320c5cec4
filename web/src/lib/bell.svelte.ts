// The notifications of this user, as the bell in the head of the page shows them. They are asked for when a page opens, and
// again from time to time while somebody looks.
import { whenIdle } from "./idle";
import { notices } from "./notices";
import { session } from "./session.svelte";
import type { RecentInfo } from "./types";

const EVERY = 60_000;

class Bell {
  recent = $state.raw<RecentInfo>({ unread: 0, events: [] });
  private running = 0;

  get unread(): number {
    return this.recent.unread;
  }

  /** Whether something was told of a table that has not been read. */
  rings(table: string): boolean {
    return this.recent.events.some((event) => event.table === table && !event.read);
  }

  /** Keeps the list new while a page with a bell is open; for an effect. */
  watch(): () => void {
    const look = () => document.visibilityState === "visible" && void this.load();
    const idle = whenIdle(look);
    const timer = setInterval(look, EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      idle();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  /** What cannot be loaded now is loaded the next time. */
  async load(): Promise<void> {
    if (!session.me) return;
    const run = ++this.running;
    const recent = await notices.recent().catch(() => null);
    if (recent && run === this.running) this.recent = recent;
  }

  /** Marks what was told of a table as read, or everything: at once here, and at the server. */
  async read(table: string | null): Promise<void> {
    this.running++;
    const events = this.recent.events.map((event) =>
      table === null || event.table === table ? { ...event, read: true } : event,
    );
    this.recent = { unread: events.filter((event) => !event.read).length, events };
    await notices.read(table).catch(() => undefined);
  }
}

export const bell = new Bell();
