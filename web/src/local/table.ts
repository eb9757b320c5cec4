// One table of this device: its game, its players and its viewers. An action is stored before it is acknowledged or
// shown.
import { eventsOf, IllegalAction, Knowledge, viewOf, type Engine, type Game } from "../engine";
import { fromHex } from "../fairness/sha256";
import type { ClientMessage, LogEntry, ServerMessage, View } from "../lib/types";
import { notFound, Refusal } from "./answers";
import { refusalOf } from "./refusals";
import { endsOf, infoOf, layoutOf, localSeats, type StoredTable, type StoredAction } from "./storedtable";
import { Conflict, type Store } from "./store";

/** A page that shows a table from a seat. */
export interface Viewer {
  seat: number | null;
  /** Whether the page is visible. */
  visible: boolean;
  send(message: ServerMessage): void;
}

/** Chooses a bot's action, as a number, for a seat that has to act. */
export type ChooseAction = (table: LocalTable, bot: string, seat: number) => Promise<number>;

/** The known part of a log, and the game at its end. */
interface SeatLog {
  at: Game;
  entries: LogEntry[];
}

/**
 * Milliseconds of a bot's move when only bots play, as on a server, so that people can follow the game and come back.
 */
const PACE = 700;
/** Attempts to change a table that other pages are changing, too. */
const MAX_TRIES = 5;

export class LocalTable {
  game: Game | null = null;
  private readonly viewers = new Set<Viewer>();
  private readonly logs = new Map<number | null, SeatLog>();
  /** The versions that commands at this table created. */
  private readonly commands = new Map<string, number>();
  /** The version at which players began to choose at the same time. */
  private simultaneousSince = 0;
  /** Changes of the table run one after another. */
  private last: Promise<unknown> = Promise.resolve();
  private playing = false;
  private removed = false;

  constructor(
    public stored: StoredTable,
    readonly engine: Engine,
    private readonly store: Store,
    private readonly chooseAction: ChooseAction,
  ) {}

  /** Starts the game, or resumes it. Throws Refusal if the rules have changed since. */
  async load(): Promise<void> {
    const { stored, engine, store } = this;
    const { begun } = stored;
    if (stored.hash !== engine.ruleset.hash || (begun && begun.layout !== layoutOf(engine.module)))
      throw new Refusal("old_rules", "This game was begun with other rules than this version has.", 410);
    this.game = begun
      ? engine.gameFrom(begun.state)
      : engine.newGame(stored.seats.length, fromHex(stored.key), stored.first);
    this.simultaneousSince = this.game.state.number("ply");
    for (const line of await store.actions(stored.id)) this.advance(line);
    this.stored = { ...stored, version: this.version };
  }

  get version(): number {
    return this.game?.state.number("ply") ?? 0;
  }

  /** The view of a seat now; null before the game. */
  view(seat: number | null): View | null {
    return this.game && viewOf(Knowledge.of(this.game, seat), this.stored.look);
  }

  /** The log that a seat may see. */
  log(seat: number | null): LogEntry[] {
    const { game } = this;
    if (!game) return [];
    let seatLog = this.logs.get(seat);
    // At the end, nothing is hidden any longer.
    if (!seatLog || (game.over && !seatLog.at.over)) {
      seatLog?.at.release();
      seatLog = { at: game.beginning(), entries: [] };
      this.logs.set(seat, seatLog);
    }
    const { at, entries } = seatLog;
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
  async addViewer(viewer: Viewer): Promise<void> {
    await this.exclusively(async () => {
      await this.applyStored();
      this.viewers.add(viewer);
      this.greet(viewer);
    });
    this.wake();
  }

  removeViewer(viewer: Viewer): void {
    this.viewers.delete(viewer);
  }

  setVisible(viewer: Viewer, visible: boolean): void {
    viewer.visible = visible;
    this.wake();
  }

  greet(viewer: Viewer): void {
    const table = infoOf(this.stored, viewer.seat);
    viewer.seat = table.you;
    viewer.send({
      type: "hello",
      table,
      view: this.view(table.you),
      log: this.log(table.you),
      version: this.version,
    });
  }

  receive(viewer: Viewer, message: ClientMessage): void {
    if (message.type === "command") void this.command(viewer, message);
    else if (message.type === "resync") this.greet(viewer);
    else if (message.type === "ping") viewer.send({ type: "pong" });
    else if (message.type === "seat") {
      viewer.seat = message.seat;
      this.greet(viewer);
    }
  }

  private async command(viewer: Viewer, message: Extract<ClientMessage, { type: "command" }>): Promise<void> {
    const { id, action, version } = message;
    const acknowledge = (made: number) => viewer.send({ type: "ack", id, version: made });
    try {
      await this.exclusively(async () => {
        const made = this.commands.get(id);
        if (made !== undefined) return acknowledge(made);
        const seat = message.seat ?? viewer.seat;
        if (seat === null || !localSeats(this.stored).includes(seat))
          throw new Refusal("not_seated", "You have no seat at this table.");
        if (this.stored.seats[seat]!.bot) throw new Refusal("bot_plays", "A bot plays for you.");
        this.check(seat, version);
        await this.play(seat, this.parsed(action, seat), id, acknowledge);
      });
    } catch (error) {
      const { code, message: words } = refusalOf(error);
      viewer.send({ type: "refused", id, error: { code, message: words }, version: this.version });
    }
    this.wake();
  }

  /** Refuses an action that is too late or too early, or when it is not the seat's turn. */
  private check(seat: number, version: number): void {
    const { game } = this;
    if (!game) throw new Refusal("not_started", "The game has not begun yet.");
    if (game.over || this.stored.state === "over") throw new Refusal("game_over", "The game is over.");
    const due = game.toAct.includes(seat);
    if (version > this.version || version < (due ? this.simultaneousSince : this.version))
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
    acknowledge: (version: number) => void = () => undefined,
  ): Promise<void> {
    const game = this.game!;
    const line = {
      table: this.stored.id,
      ply: game.actions.length,
      seat,
      action: game.text(action, seat),
      command,
    };
    // The data for lists is stored with the action, so the action is first played on a copy.
    const after = this.after(line);
    try {
      await this.store.replace(this.stored, after, line);
    } catch (error) {
      if (error instanceof Conflict) await this.applyStored();
      throw error;
    }
    this.stored = after;
    this.show(line, acknowledge);
    if (game.over) this.broadcast();
  }

  /** Plays a stored action, and shows it. */
  private show(line: StoredAction, acknowledge: (version: number) => void = () => undefined): void {
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
      viewer.send({
        type: "update",
        version: this.version,
        events: eventsOf(known, knows),
        view: viewOf(knows, this.stored.look),
        clock: null,
        result: game.over ? this.stored.ends : null,
      });
    }
  }

  /** The table after an action. */
  private after({ seat, action }: StoredAction): StoredTable {
    const game = this.copy();
    game.play(seat, game.number(action, seat));
    const table = withSummary(this.stored, game);
    game.release();
    return table;
  }

  private copy(): Game {
    return this.engine.gameFrom(this.game!.state.bytes());
  }

  /** Plays a stored action. */
  private advance({ seat, action, command }: StoredAction): void {
    const game = this.game!;
    const phase = game.state.number("phase");
    game.play(seat, game.number(action, seat));
    const { simultaneous } = this.engine.module.layout;
    const now = game.state.number("phase");
    if (now !== phase || !simultaneous.includes(now as never)) this.simultaneousSince = this.version;
    if (command) this.commands.set(command, this.version);
  }

  /** Stores the table and its game again after the browser has deleted them. */
  restore(): Promise<void> {
    return this.exclusively(() => {
      const table = this.stored.id;
      const played = this.game?.actions ?? [];
      const log = played.map(([seat, action], ply): StoredAction => ({
        table,
        ply,
        seat,
        action,
        command: null,
      }));
      return this.store.restore(this.stored, log);
    });
  }

  /** Shows changes that another page has made. */
  async catchUp(): Promise<void> {
    await this.exclusively(() => this.applyStored());
    this.wake();
  }

  private async applyStored(): Promise<void> {
    const { stored, store } = this;
    const found = (await store.table(stored.id)) ?? stored;
    if (!this.game) {
      this.stored = found;
      if (found.state !== "open") await this.load();
      for (const viewer of this.viewers) this.greet(viewer);
      return;
    }
    const played = this.game.actions.length;
    const lines = (await store.actions(stored.id)).filter(({ ply }) => ply >= played);
    if (found.version < this.version || (!lines.length && found.changed === stored.changed)) return;
    this.stored = found;
    for (const line of lines) this.show(line);
    this.broadcast();
  }

  /** Changes the table, and shows it. */
  change(change: (stored: StoredTable) => StoredTable): Promise<void> {
    return this.exclusively(async () => {
      this.stored = await this.storeChange(change);
      this.broadcast();
    }).then(() => this.wake());
  }

  private async storeChange(change: (stored: StoredTable) => StoredTable): Promise<StoredTable> {
    for (let tries = 1; ; tries++) {
      const changed = change(this.stored);
      try {
        await this.store.replace(this.stored, changed);
        return changed;
      } catch (error) {
        if (!(error instanceof Conflict) || tries === MAX_TRIES) throw error;
        await this.applyStored(); // another page was faster
      }
    }
  }

  private broadcast(): void {
    for (const viewer of this.viewers)
      viewer.send({ type: "table", table: infoOf(this.stored, viewer.seat) });
  }

  /** Closes the table, which has been deleted, so that nothing changes it. */
  remove(): Promise<void> {
    return this.exclusively(async () => {
      this.removed = true;
      this.viewers.clear();
    });
  }

  private exclusively<T>(work: () => Promise<T>): Promise<T> {
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
    void this.playBots()
      .catch(() => undefined) // such as a module that failed to load: the next viewer causes another attempt
      .finally(() => (this.playing = false));
  }

  /** Whether only bots play. */
  private get onlyBots(): boolean {
    return localSeats(this.stored).every((seat) => this.stored.seats[seat]!.bot !== null);
  }

  /** Whether somebody is watching: if only bots play, a page must be visible. */
  private get watched(): boolean {
    const viewers = [...this.viewers];
    return this.onlyBots ? viewers.some(({ visible }) => visible) : viewers.length > 0;
  }

  private async playBots(): Promise<void> {
    while (this.watched && this.stored.state === "playing") {
      const { stored, game, version } = this;
      const seat = game?.toAct.find((one) => stored.seats[one]!.bot !== null);
      if (seat === undefined) return;
      const paced = this.onlyBots && new Promise((resolve) => setTimeout(resolve, PACE));
      const action = await this.chooseAction(this, stored.seats[seat]!.bot!, seat);
      await paced;
      await this.exclusively(async () => {
        const same = stored.seats[seat]!.bot === this.stored.seats[seat]!.bot;
        if (same && this.watched && this.version === version) await this.play(seat, action, null);
      }).catch((error: unknown) => {
        if (!(error instanceof Conflict)) throw error; // the bot has already played on another page
      });
      await new Promise((resolve) => setTimeout(resolve)); // let commands and closed connections come in between
    }
  }
}

/** The table with data for lists, taken from its game. */
export function withSummary(table: StoredTable, game: Game): StoredTable {
  const seen = Knowledge.of(game, null);
  const { players, to_act, outcome } = viewOf(seen);
  const common = {
    ...table,
    version: seen.number("ply"),
    changed: new Date().toISOString(),
    standing: {
      to_act,
      your_turn: to_act.some((seat) => localSeats(table).includes(seat) && table.seats[seat]!.bot === null),
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
