// The user's notifications, for the bell in the page header. Loaded when a page opens, then regularly while the page
// is visible.
import { whenIdle } from "./idle";
import { notices } from "./notices";
import { session } from "./session.svelte";
import type { RecentInfo } from "./types";

const EVERY = 60_000;

class Notifications {
  recent = $state.raw<RecentInfo>({ unread: 0, events: [], requests: 0, clubs: 0, announcement: null });
  private running = 0;

  /** The number of unread notifications and pending requests. */
  get unread(): number {
    return this.recent.unread + this.recent.requests + this.recent.clubs;
  }

  /** Whether a table has an unread notification. */
  unreadAt(table: string): boolean {
    return this.recent.events.some((event) => event.table === table && !event.read);
  }

  /** Keep the list up to date while a page with the bell is open. Returns the cleanup function of an effect. */
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

  /** Load the list; on failure, keep the old one until the next attempt. */
  async load(): Promise<void> {
    if (!session.me) return;
    const run = ++this.running;
    const recent = await notices.recent().catch(() => null);
    if (recent && run === this.running) this.recent = recent;
  }

  /** Mark the notifications of a table, or all, as read: here at once, and on the server. */
  async read(table: string | null): Promise<void> {
    this.running++;
    const events = this.recent.events.map((event) =>
      table === null || event.table === table ? { ...event, read: true } : event,
    );
    this.recent = { ...this.recent, unread: events.filter((event) => !event.read).length, events };
    await notices.read(table).catch(() => undefined);
  }
}

export const notifications = new Notifications();
