// Plays a game of the past to its table, as the socket does with one that is under way: one step as an update, which is
// shown happening, and a jump as a hello.
import { getContext, setContext } from "svelte";
import type { ApiError } from "../lib/request";
import type { GameStore } from "../lib/game.svelte";
import type { Line, SocketEvents } from "../lib/socket";
import type { Frame, LogEntry, OpenHand, SeatChange, TableInfo } from "../lib/types";
import { upTo } from "../table/end/chart";
import { requests } from "./requests";

/** Frames come in pieces of so many; the first of each has a version that it divides. */
const CHUNK = 32;
/** Milliseconds between two moves at the usual speed, beside the time that it takes to show them. */
const STEP = 900;
/** How often it is looked whether a move has been shown. */
const SHOWN = 50;
/** Faster than this nothing can be seen to fly. */
const ANIMATED = 2;

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;

export const ALL = "all";
export const NOBODY = "none";

export class Player {
  log = $state.raw<LogEntry[]>([]);
  /** The versions that can be looked at. */
  first = $state(0);
  last = $state(0);
  version = $state(0);
  /** By whose eyes; nothing before the game is there. */
  eyes = $state<string | null>(null);
  hands = $state.raw<OpenHand[]>([]);
  playing = $state(false);
  speed = $state(1);
  /** Why nothing can be shown, as an error code. */
  failure = $state<string | null>(null);
  /** Whether somebody else says where to look. */
  led = $state(false);
  game: GameStore | null = null;

  private table: TableInfo | null = null;
  private changes: SeatChange[] = [];
  private events: SocketEvents | null = null;
  private chunks = new Map<number, Promise<Frame[]>>();
  private shown = -1;
  private timer = 0;

  constructor(
    private readonly id: string,
    version: number | null,
  ) {
    this.version = version ?? 0;
    void this.look(null); // on its way while the table gets its board and its words
  }

  /** The way from here to the table's store. */
  readonly connect = (_id: string, events: SocketEvents): Line => {
    this.events = events;
    this.begin();
    return {
      command: () => Promise.reject(new Error("the past cannot be changed")),
      resync: () => undefined,
      tell: () => false,
      turn: () => undefined,
      close: () => this.close(),
    };
  };

  /** Looks by other eyes, or for the first time by those that the server has for whoever comes. */
  async look(eyes: string | null): Promise<void> {
    try {
      const found = await requests.log(this.id, eyes);
      this.chunks.clear();
      // Who is here now says nothing of then, nor does a clock that runs.
      const seats = found.table.seats.map((seat) => ({ ...seat, online: true }));
      this.table = { ...found.table, seats, clock: null };
      this.changes = found.changes;
      this.log = found.log;
      this.first = found.first;
      this.last = found.last;
      this.eyes = found.eyes;
    } catch (error) {
      return this.fail(error);
    }
    this.begin();
  }

  /** The table at a version: who played each seat then. At the end it is as the server has it. */
  private tableAt(version: number): TableInfo | null {
    const { table } = this;
    if (!table || version >= this.last) return table;
    const seats = table.seats.map((seat) => {
      if (seat.kind !== "person") return seat;
      const change = this.changes.findLast((one) => one.seat === seat.seat && one.version <= version);
      const bot = change?.bot ?? null;
      return { ...seat, bot, away: bot === null ? null : seat.away };
    });
    return { ...table, seats };
  }

  /** Shows a version; `smooth`: as it happens, if it is the next one and the table has come to rest. */
  go(version: number, smooth = false): void {
    this.version = Math.min(this.last, Math.max(this.first, version));
    void this.show(this.version, smooth);
  }

  /** One move on, as it happened, or back. */
  step(by: 1 | -1): void {
    this.pause();
    this.go(this.version + by, by > 0);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.version >= this.last) this.go(this.first);
    this.playing = true;
    this.tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  point(place: number, points: number): void {
    this.pause();
    this.go(this.points(points)[place] ?? this.last);
  }

  /** The point of a chart that is shown. */
  place(points: number): number {
    return upTo(this.points(points), this.version);
  }

  /** The versions at which the points of a chart were taken: after the opening, at every turn, and at the end. */
  private points(count: number): number[] {
    const turns = this.log
      .filter(({ events }) => events.some((event) => event.event === "turn"))
      .map(({ version }) => version);
    return [this.first, ...turns, this.last].slice(-count);
  }

  close(): void {
    this.pause();
    this.events = null;
  }

  /** Once the table is there and the game as well. */
  private begin(): void {
    if (this.eyes === null) return;
    this.events?.status("open");
    this.go(this.version);
  }

  private tick(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.version >= this.last) return this.pause();
    const rested = this.game?.view?.version === this.version;
    this.timer = window.setTimeout(
      () => {
        if (rested) this.go(this.version + 1, this.speed <= ANIMATED);
        this.tick();
      },
      rested ? STEP / this.speed : SHOWN,
    );
  }

  private async show(version: number, smooth: boolean): Promise<void> {
    const { eyes } = this;
    if (eyes === null) return;
    let frame: Frame | undefined;
    try {
      frame = (await this.chunk(eyes, version)).find((one) => one.version === version);
    } catch (error) {
      return this.fail(error);
    }
    const events = this.events;
    const table = this.tableAt(version);
    // Somebody has gone on meanwhile.
    if (!frame || !events || !table || version !== this.version || eyes !== this.eyes) return;
    this.hands = frame.hands;
    const next = this.shown === version - 1 && this.game?.view?.version === version - 1;
    const entry = this.log.find((one) => one.version === version);
    this.shown = version;
    if (smooth && next && entry) {
      events.message({ type: "table", table });
      events.message({
        type: "update",
        version,
        events: entry.events,
        view: frame.view,
        clock: null,
        result: table.result ?? null,
      });
    } else {
      const log = this.log.filter((one) => one.version <= version);
      events.message({ type: "hello", table, view: frame.view, log, version });
    }
    // What comes next is there when it is wanted.
    const ahead = Math.min(this.last, version + CHUNK / 2);
    await this.chunk(eyes, ahead).catch(() => undefined);
  }

  private chunk(eyes: string, version: number): Promise<Frame[]> {
    const start = version - (version % CHUNK);
    let found = this.chunks.get(start);
    if (!found) {
      found = requests.frames(this.id, eyes, Math.max(version, this.first)).then(({ frames }) => frames);
      found.catch(() => this.chunks.delete(start));
      this.chunks.set(start, found);
    }
    return found;
  }

  private fail(error: unknown): void {
    this.pause();
    const { code, message } = error as ApiError;
    if (this.eyes === null) this.failure = code ?? "unknown";
    else this.game?.complain({ code: code ?? "unknown", message });
  }
}

const KEY = Symbol("player");

export const providePlayer = (player: Player): Player => setContext(KEY, player);
export const usePlayer = (): Player => getContext<Player>(KEY);
