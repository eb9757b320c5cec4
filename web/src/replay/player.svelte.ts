// Plays a finished game into its table's store, as the socket does with a live game: a step is an animated update, a
// jump is a hello.
import { getContext, setContext } from "svelte";
import type { ApiError } from "../lib/request";
import type { GameStore } from "../lib/game.svelte";
import { winnersOf } from "../lib/results";
import type { TableConnection, SocketEvents } from "../lib/socket";
import { standIn } from "../lib/standins";
import type { Frame, LogEntry, OpenHand, SeatChange, TableInfo } from "../lib/types";
import { upTo } from "../table/end/chart";
import { requests } from "./requests";

/** Frames are loaded in chunks of this size; the version of a chunk's first frame is a multiple of it. */
const CHUNK = 32;
/** Milliseconds between two moves at normal speed, in addition to their animations. */
const STEP = 900;
/** Milliseconds between checks whether a move has been shown. */
const SHOWN = 50;
/** At higher speeds animations would be invisible. */
const ANIMATED = 2;

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;

export const ALL = "all";
export const NOBODY = "none";

export class Player {
  log = $state.raw<LogEntry[]>([]);
  /** When bots took over for people, and when these returned. */
  changes = $state.raw<SeatChange[]>([]);
  /** The versions that can be shown. */
  first = $state(0);
  last = $state(0);
  version = $state(0);
  /** The viewpoint; undefined until the game is loaded. */
  eyes = $state<string | null>(null);
  hands = $state.raw<OpenHand[]>([]);
  playing = $state(false);
  speed = $state(1);
  /** Why nothing can be shown, as an error code. */
  failure = $state<string | null>(null);
  /** Whether another member leads. */
  led = $state(false);
  /** Whether the page hides everything after the moments shown so far. */
  quiet = $state(false);
  private furthest = $state(0);
  game: GameStore | null = null;

  /** The table at the end of the game. */
  private table = $state.raw<TableInfo | null>(null);
  private events: SocketEvents | null = null;
  private chunks = new Map<number, Promise<Frame[]>>();
  private shown = -1;
  private timer = 0;

  constructor(
    private readonly id: string,
    version: number | null,
    quiet = false,
  ) {
    this.version = version ?? 0;
    this.quiet = quiet;
    void this.viewFrom(null); // loads while the table gets its board and messages
  }

  /** The last version that the page may reveal. */
  get reach(): number {
    return this.quiet ? Math.max(this.first, Math.min(this.furthest, this.last)) : this.last;
  }

  /** The seats that won; null if the game has no result. */
  get winners(): number[] | null {
    return this.table?.result ? winnersOf(this.table.result) : null;
  }

  /** The connection to the table's store. */
  readonly connect = (_id: string, events: SocketEvents): TableConnection => {
    this.events = events;
    this.begin();
    return {
      command: () => Promise.reject(new Error("the past cannot be changed")),
      resync: () => undefined,
      send: () => false,
      switchSeat: () => undefined,
      close: () => this.close(),
    };
  };

  /** Switch the viewpoint, or load the server's default one at the start. */
  async viewFrom(eyes: string | null): Promise<void> {
    try {
      const found = await requests.log(this.id, eyes);
      this.chunks.clear();
      // Current presence and running clocks do not apply to the past.
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

  /** The table at a version, with the players of each seat at that time; at the end, as the server sends it. */
  private tableAt(version: number): TableInfo | null {
    const { table } = this;
    if (!table || version >= this.last) return table;
    const seats = table.seats.map((seat) => {
      if (seat.kind !== "person") return seat;
      const bot = standIn(this.changes, seat.seat, version);
      return { ...seat, bot, away: bot === null ? null : seat.away };
    });
    return { ...table, seats, result: null };
  }

  /** Show a version; `smooth`: animated, if it is the next one and the table is idle. */
  go(version: number, smooth = false): void {
    this.version = Math.min(this.last, Math.max(this.first, version));
    this.furthest = Math.max(this.furthest, this.version);
    void this.show(this.version, smooth);
  }

  /** Go one move forward (animated) or back. */
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

  /** The index of the current point of a chart. */
  place(points: number): number {
    return upTo(this.points(points), this.version);
  }

  /** The versions of the points of a chart: after the opening, at every turn, and at the end. */
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

  /** Called when both table and game are loaded. */
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
    // The user has moved on in the meantime.
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
    // Preload what follows.
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
    else this.game?.showError({ code: code ?? "unknown", message });
  }
}

const KEY = Symbol("player");

export const providePlayer = (player: Player): Player => setContext(KEY, player);
export const usePlayer = (): Player => getContext<Player>(KEY);
