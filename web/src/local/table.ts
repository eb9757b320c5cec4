// One table of this device: its game, its players and its viewers. An action is stored before it is acknowledged or
// shown.
import { eventsOf, IllegalAction, Knowledge, NotationError, viewOf, type Engine, type Game } from "../engine";
import { fromHex } from "../fairness/sha256";
import type { ClientMessage, LogEntry, ServerMessage, View } from "../lib/types";
import { notFound, Refusal } from "./answers";
import { endsOf, infoOf, layoutOf, own, type Kept, type Logged } from "./kept";
import { Conflict, type Store } from "./store";

/** A page that shows a table from a seat. */
export interface Viewer {
  seat: number | null;
  /** Whether the page is visible. */
  seen: boolean;
  tell(message: ServerMessage): void;
}

/** Chooses a bot's action, as a number, for a seat that has to act. */
export type Chooses = (table: LocalTable, bot: string, seat: number) => Promise<number>;

/** The known part of a log, and the game at its end. */
interface Told {
  at: Game;
  entries: LogEntry[];
}

/**
 * Milliseconds of a bot's move when only bots play, as on a server, so that people can follow the game and come back.
 */
const PACE = 700;
/** Attempts to change a table that other pages are changing, too. */
const MOST_TRIES = 5;

export class LocalTable {
  game: Game | null = null;
  private readonly viewers = new Set<Viewer>();
  private readonly logs = new Map<number | null, Told>();
  /** The versions that commands at this table created. */
  private readonly commands = new Map<string, number>();
  /** The version at which players began to choose at the same time. */
  private since = 0;
  /** Changes of the table run one after another. */
  private last: Promise<unknown> = Promise.resolve();
  private playing = false;
  private removed = false;

  constructor(
    public kept: Kept,
    readonly engine: Engine,
    private readonly store: Store,
    private readonly chooses: Chooses,
  ) {}

  /** Starts the game, or resumes it. Throws Refusal if the rules have changed since. */
  async load(): Promise<void> {
    const { kept, engine, store } = this;
    const { begun } = kept;
    if (kept.hash !== engine.ruleset.hash || (begun && begun.layout !== layoutOf(engine.module)))
      throw new Refusal("old_rules", "This game was begun with other rules than this version has.", 410);
    this.game = begun
      ? engine.gameFrom(begun.state)
      : engine.newGame(kept.seats.length, fromHex(kept.key), kept.first);
    this.since = this.game.state.number("ply");
    for (const line of await store.actions(kept.id)) this.advance(line);
    this.kept = { ...kept, version: this.version };
  }

  get version(): number {
    return this.game?.state.number("ply") ?? 0;
  }

  /** The view of a seat now; null before the game. */
  view(seat: number | null): View | null {
    return this.game && viewOf(Knowledge.of(this.game, seat), this.kept.look);
  }

  /** The log that a seat may see. */
  log(seat: number | null): LogEntry[] {
    const { game } = this;
    if (!game) return [];
    let told = this.logs.get(seat);
    // At the end, nothing is hidden any longer.
    if (!told || (game.over && !told.at.over)) {
      told?.at.release();
      told = { at: game.beginning(), entries: [] };
      this.logs.set(seat, told);
    }
    const { at, entries } = told;
    let known = Knowledge.of(at, seat);
    for (const [player, action] of game.actions.slice(at.actions.length)) {
      at.play(player, at.number(action, player));
      const knows = Knowledge.of(at, seat);
      entries.push({ version: knows.number("ply"), events: eventsOf(known, knows, false) });
      known = knows;
    }
    return entries;
  }

  /** Starts showing the table, with the actions of other pages that this one has missed. */
  async look(viewer: Viewer): Promise<void> {
    await this.alone(async () => {
      await this.takeOver();
      this.viewers.add(viewer);
      this.greet(viewer);
    });
    this.wake();
  }

  leave(viewer: Viewer): void {
    this.viewers.delete(viewer);
  }

  see(viewer: Viewer, seen: boolean): void {
    viewer.seen = seen;
    this.wake();
  }

  greet(viewer: Viewer): void {
    const table = infoOf(this.kept, viewer.seat);
    viewer.seat = table.you;
    viewer.tell({
      type: "hello",
      table,
      view: this.view(table.you),
      log: this.log(table.you),
      version: this.version,
    });
  }

  hear(viewer: Viewer, message: ClientMessage): void {
    if (message.type === "command") void this.command(viewer, message);
    else if (message.type === "resync") this.greet(viewer);
    else if (message.type === "ping") viewer.tell({ type: "pong" });
    else if (message.type === "seat") {
      viewer.seat = message.seat;
      this.greet(viewer);
    }
  }

  private async command(viewer: Viewer, message: Extract<ClientMessage, { type: "command" }>): Promise<void> {
    const { id, action, version } = message;
    const acknowledge = (made: number) => viewer.tell({ type: "ack", id, version: made });
    try {
      await this.alone(async () => {
        const made = this.commands.get(id);
        if (made !== undefined) return acknowledge(made);
        const seat = message.seat ?? viewer.seat;
        if (seat === null || !own(this.kept).includes(seat))
          throw new Refusal("not_seated", "You have no seat at this table.");
        if (this.kept.seats[seat]!.bot) throw new Refusal("bot_plays", "A bot plays for you.");
        this.check(seat, version);
        await this.play(seat, this.parsed(action, seat), id, acknowledge);
      });
    } catch (error) {
      const { code, message: words } = refusalOf(error);
      viewer.tell({ type: "refused", id, error: { code, message: words }, version: this.version });
    }
    this.wake();
  }

  /** Refuses an action that is too late or too early, or when it is not the seat's turn. */
  private check(seat: number, version: number): void {
    const { game } = this;
    if (!game) throw new Refusal("not_started", "The game has not begun yet.");
    if (game.over || this.kept.state === "over") throw new Refusal("game_over", "The game is over.");
    const due = game.toAct.includes(seat);
    if (version > this.version || version < (due ? this.since : this.version))
      throw new Refusal("stale", "The game has moved on since this was chosen.");
    if (!due) throw new Refusal("not_your_turn", "It is not your turn.");
  }

  private parsed(action: string, seat: number): number {
    const found = this.game!.number(action, seat);
    if (!this.game!.isLegal(seat, found)) throw new IllegalAction(`${action} is not legal now`);
    return found;
  }

  /** Stores a legal action, plays it and shows it. */
  private async play(
    seat: number,
    action: number,
    command: string | null,
    kept: (version: number) => void = () => undefined,
  ): Promise<void> {
    const game = this.game!;
    const line = {
      table: this.kept.id,
      ply: game.actions.length,
      seat,
      action: game.text(action, seat),
      command,
    };
    // The data for lists is stored with the action, so the action is first played on a copy.
    const after = this.after(line);
    try {
      await this.store.replace(this.kept, after, line);
    } catch (error) {
      if (error instanceof Conflict) await this.takeOver();
      throw error;
    }
    this.kept = after;
    this.show(line, kept);
    if (game.over) this.tellAll();
  }

  /** Plays a stored action, and shows it. */
  private show(line: Logged, acknowledge: (version: number) => void = () => undefined): void {
    const game = this.game!;
    const seats = new Set([...this.viewers].map((viewer) => viewer.seat));
    const before = new Map([...seats].map((one) => [one, Knowledge.of(game, one)]));
    this.advance(line);
    acknowledge(this.version);
    for (const viewer of this.viewers) {
      const known = before.get(viewer.seat);
      if (!known) {
        this.greet(viewer);
        continue;
      }
      const knows = Knowledge.of(game, viewer.seat);
      viewer.tell({
        type: "update",
        version: this.version,
        events: eventsOf(known, knows),
        view: viewOf(knows, this.kept.look),
        clock: null,
        result: game.over ? this.kept.ends : null,
      });
    }
  }

  /** The table after an action. */
  private after({ seat, action }: Logged): Kept {
    const game = this.copy();
    game.play(seat, game.number(action, seat));
    const table = summed(this.kept, game);
    game.release();
    return table;
  }

  private copy(): Game {
    return this.engine.gameFrom(this.game!.state.bytes());
  }

  /** Plays a stored action. */
  private advance({ seat, action, command }: Logged): void {
    const game = this.game!;
    const phase = game.state.number("phase");
    game.play(seat, game.number(action, seat));
    const { simultaneous } = this.engine.module.layout;
    const now = game.state.number("phase");
    if (now !== phase || !simultaneous.includes(now as never)) this.since = this.version;
    if (command) this.commands.set(command, this.version);
  }

  /** Stores the table and its game again after the browser has deleted them. */
  restore(): Promise<void> {
    return this.alone(() => {
      const table = this.kept.id;
      const played = this.game?.actions ?? [];
      const log = played.map(([seat, action], ply): Logged => ({ table, ply, seat, action, command: null }));
      return this.store.restore(this.kept, log);
    });
  }

  /** Shows changes that another page has made. */
  async catchUp(): Promise<void> {
    await this.alone(() => this.takeOver());
    this.wake();
  }

  private async takeOver(): Promise<void> {
    const { kept, store } = this;
    const found = (await store.table(kept.id)) ?? kept;
    if (!this.game) {
      this.kept = found;
      if (found.state !== "open") await this.load();
      for (const viewer of this.viewers) this.greet(viewer);
      return;
    }
    const played = this.game.actions.length;
    const lines = (await store.actions(kept.id)).filter(({ ply }) => ply >= played);
    if (found.version < this.version || (!lines.length && found.changed === kept.changed)) return;
    this.kept = found;
    for (const line of lines) this.show(line);
    this.tellAll();
  }

  /** Changes the table, and shows it. */
  change(change: (kept: Kept) => Kept): Promise<void> {
    return this.alone(async () => {
      this.kept = await this.keepChanged(change);
      this.tellAll();
    }).then(() => this.wake());
  }

  private async keepChanged(change: (kept: Kept) => Kept): Promise<Kept> {
    for (let tries = 1; ; tries++) {
      const changed = change(this.kept);
      try {
        await this.store.replace(this.kept, changed);
        return changed;
      } catch (error) {
        if (!(error instanceof Conflict) || tries === MOST_TRIES) throw error;
        await this.takeOver(); // another page was faster
      }
    }
  }

  private tellAll(): void {
    for (const viewer of this.viewers) viewer.tell({ type: "table", table: infoOf(this.kept, viewer.seat) });
  }

  /** Closes the table, which has been deleted, so that nothing changes it. */
  remove(): Promise<void> {
    return this.alone(async () => {
      this.removed = true;
      this.viewers.clear();
    });
  }

  private alone<T>(work: () => Promise<T>): Promise<T> {
    const next = this.last.then(() => {
      if (this.removed) throw notFound("table");
      return work();
    });
    this.last = next.catch(() => undefined);
    return next;
  }

  /** Lets bots play, one action after another, while somebody is watching. */
  private wake(): void {
    if (this.playing) return;
    this.playing = true;
    void this.letPlay()
      .catch(() => undefined) // such as a module that failed to load: the next viewer causes another attempt
      .finally(() => (this.playing = false));
  }

  /** Whether only bots play. */
  private get deserted(): boolean {
    return own(this.kept).every((seat) => this.kept.seats[seat]!.bot !== null);
  }

  /** Whether somebody is watching: if only bots play, a page must be visible. */
  private get watched(): boolean {
    const viewers = [...this.viewers];
    return this.deserted ? viewers.some(({ seen }) => seen) : viewers.length > 0;
  }

  private async letPlay(): Promise<void> {
    while (this.watched && this.kept.state === "playing") {
      const { kept, game, version } = this;
      const seat = game?.toAct.find((one) => kept.seats[one]!.bot !== null);
      if (seat === undefined) return;
      const paced = this.deserted && new Promise((resolve) => setTimeout(resolve, PACE));
      const action = await this.chooses(this, kept.seats[seat]!.bot!, seat);
      await paced;
      await this.alone(async () => {
        if (this.watched && this.version === version && kept.seats[seat]!.bot === this.kept.seats[seat]!.bot)
          await this.play(seat, action, null);
      }).catch((error: unknown) => {
        if (!(error instanceof Conflict)) throw error; // the bot has already played on another page
      });
      await new Promise((resolve) => setTimeout(resolve)); // let commands and closed connections come in between
    }
  }
}

/** The table with data for lists, taken from its game. */
export function summed(table: Kept, game: Game): Kept {
  const seen = Knowledge.of(game, null);
  const { players, to_act, outcome } = viewOf(seen);
  const common = {
    ...table,
    version: seen.number("ply"),
    changed: new Date().toISOString(),
    standing: {
      to_act,
      your_turn: to_act.some((seat) => own(table).includes(seat) && table.seats[seat]!.bot === null),
      scores: players.map(({ score }) => score),
      routes: players.map((player) => ("routes" in player ? player.routes : [])),
    },
  };
  if (!outcome) return common;
  const ends = endsOf(
    outcome.players.map(({ rank }) => rank),
    table.seats,
  );
  return { ...common, state: "over", ends, scores: outcome.players.map(({ score }) => score) };
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof IllegalAction || error instanceof NotationError)
    return new Refusal(error.code, error.message);
  if (error instanceof Conflict) return new Refusal("stale", "Something else changed first. Try again.");
  return new Refusal("unknown", "");
}
