// The clocks of a table: counts down from the server's last values, and warns when the user's time is low.
import { span, t } from "../i18n";
import { announcer } from "./announcer.svelte";
import type { ClockSettings, ClockTimes, TableInfo } from "./types";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TICK = 250;

/** The threshold of low time in milliseconds. */
export function lowTime({ kind, seconds }: ClockSettings): number {
  const most = kind === "live" ? 30 * SECOND : 6 * HOUR;
  return Math.min(most, (seconds * SECOND) / 4);
}

/** The number of whole units, and the remainder. */
const parts = (time: number, unit: number): [number, number] => [Math.floor(time / unit), time % unit];

/** Remaining time in short form: 4:05, 1:02:03, 2d 5h. Partial seconds are rounded up. */
export function shortTime(left: number): string {
  const time = Math.ceil(left / SECOND) * SECOND;
  if (time >= DAY) {
    const [days, rest] = parts(time, DAY);
    return `${span(days, "day", true)} ${span(Math.floor(rest / HOUR), "hour", true)}`;
  }
  const [hours, rest] = parts(time, HOUR);
  const [minutes, seconds] = parts(rest, MINUTE);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${hours ? two(minutes) : minutes}:${two(seconds / SECOND)}`;
  return hours ? `${hours}:${clock}` : clock;
}

/** A duration in words, in the largest unit that divides it. */
export function longTime(seconds: number): string {
  if (seconds >= 86_400 && seconds % 86_400 === 0) return span(seconds / 86_400, "day");
  if (seconds >= 3600 && seconds % 3600 === 0) return span(seconds / 3600, "hour");
  if (seconds >= 60 && seconds % 60 === 0) return span(seconds / 60, "minute");
  return span(seconds, "second");
}

/** Remaining time in words, in one unit. */
export function spokenTime(left: number): string {
  if (left >= 2 * DAY) return span(Math.floor(left / DAY), "day");
  if (left >= HOUR) return span(Math.floor(left / HOUR), "hour");
  if (left >= 2 * MINUTE) return span(Math.floor(left / MINUTE), "minute");
  return span(Math.ceil(left / SECOND), "second");
}

export class TableClock {
  private settings = $state.raw<ClockSettings | null>(null);
  private times = $state.raw<ClockTimes | null>(null);
  private now = $state(0);
  private since = 0;
  private timer = 0;
  private warned = false;

  /** Start with the clock of a table. */
  begin({ clock, you }: TableInfo): void {
    this.settings = clock?.settings ?? null;
    this.take(clock?.times ?? null, you);
  }

  /** Update the times; `you` is the user's seat. */
  take(times: ClockTimes | null, you: number | null): void {
    this.times = times;
    this.now = this.since = performance.now();
    clearInterval(this.timer);
    if (times?.running.length || times?.waits?.some(Boolean))
      this.timer = window.setInterval(() => this.tick(you), TICK);
    this.tick(you);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Remaining milliseconds of a seat; null if it has no clock. */
  left(seat: number): number | null {
    const left = this.times?.left[seat] ?? null;
    return left !== null && this.runs(seat) ? Math.max(0, left - (this.now - this.since)) : left;
  }

  runs(seat: number): boolean {
    return this.times?.running.includes(seat) ?? false;
  }

  /** Milliseconds until a seat's time starts even if its player has not seen the turn; 0 if it has started. */
  waits(seat: number): number {
    const wait = this.times?.waits?.[seat] ?? 0;
    return Math.max(0, wait - (this.now - this.since));
  }

  /** Whether a clock is running low. */
  low(seat: number): boolean {
    const left = this.left(seat);
    return left !== null && this.runs(seat) && this.settings !== null && left <= lowTime(this.settings);
  }

  private tick(you: number | null): void {
    this.now = performance.now();
    const low = you !== null && this.low(you);
    if (low && !this.warned) announcer.say(t("clock.low", { time: spokenTime(this.left(you)!) }));
    this.warned = low;
  }
}
