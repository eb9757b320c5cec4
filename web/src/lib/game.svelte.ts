// The store of one table: the server's latest state, and sending commands. It contains no rules.
import { getContext, setContext } from "svelte";
import { t } from "../i18n";
import { announcer } from "./announcer.svelte";
import { api } from "./api";
import { ApiError } from "./request";
import { playerName } from "./bots";
import { Changes } from "./changes";
import { Chat, watching } from "./chat.svelte";
import { meeting } from "./meeting";
import { errorText } from "./errors";
import { TableClock } from "./clock.svelte";
import type { SeatResult } from "./results";
import type { Kinds, TableUI } from "./tableui";
import { Legal, noActions } from "./legal";
import { Names } from "./names";
import { received } from "./received";
import { protect } from "./persistence.svelte";
import type { Past, Pending, SentAction } from "./tablestates";
import { session } from "./session.svelte";
import { BoardDrawing } from "./drawing.svelte";
import { FinalScoring } from "./scoring.svelte";
import { settings } from "./settings.svelte";
import type { ConnectionStatus, TableConnection, CloseReason } from "./socket";
import { direct, type Source } from "./source";
import { soundsOf } from "./sounds";
import { play } from "./synth";
import type { ErrorInfo, GameEvent, Hello, Hint, LogEntry, ServerMessage, TableInfo, Update } from "./types";
import type { Machine, RulesetOf, ViewOf } from "./views";
import { Updates } from "./updates.svelte";
import type { TextContext } from "./words";

export class GameStore<M extends Machine = Machine> implements TextContext {
  table = $state.raw<TableInfo | null>(null);
  view = $state.raw<ViewOf<M> | null>(null);
  log = $state.raw<LogEntry[]>([]);
  ruleset = $state.raw<RulesetOf<M> | null>(null);
  ui = $state.raw<TableUI | null>(null);
  /** The drawing, if the game has a board. */
  readonly drawing = new BoardDrawing();
  connection = $state<ConnectionStatus>("connecting");
  /** Why the table cannot be shown, as an error code. */
  failure = $state<string | null>(null);
  /** The latest error, until the next command. */
  notice = $state<string | null>(null);
  /** The player's current activity; shown instead of the possible actions. */
  activity = $state<string | null>(null);
  pending = $state.raw<Pending | null>(null);
  /** The hint on display. */
  hint = $state.raw<Hint | null>(null);
  /** Updates waiting to be shown. */
  readonly updates = new Updates(
    (update) => this.apply(update),
    () => !this.mustAct,
  );
  /** Resolves when the table is complete or has failed. */
  readonly opened: Promise<void>;
  readonly clock = new TableClock();
  readonly scoring = new FinalScoring();
  /** Whether the cards are hidden while the device is passed to another player. */
  covered = $state(false);

  readonly chat: Chat;
  readonly changes = new Changes(this);
  /** Set for past games and exercises: commands are disabled. */
  past: Past | null = null;

  /** The command that awaits its answer. After a disconnect it is sent again. */
  underway = $state.raw<SentAction | null>(null);
  /** The version created by the last command; until it is shown, no other command is possible. */
  private awaited = $state(-1);
  private pendingTimer = 0;
  private newest = -1;
  private closed = false;
  /** The seat on this device whose cards were requested. */
  private requestedSeat: number | null = null;
  private socket: TableConnection | null = null;
  /** The board that is being loaded to replace the current one. */
  private loadingBoard: string | null = null;

  private readonly nameTable = $derived(this.ruleset ? new Names(this.ruleset) : null);
  private readonly legalGroups = $derived(
    this.view && !this.unfinished ? new Legal(this.view.legal) : noActions,
  );

  constructor(
    readonly id: string,
    private readonly kinds: Kinds,
    /** The source of messages, if not the table itself. */
    readonly source: Source | null = null,
  ) {
    this.chat = new Chat(
      { table: id },
      () => meeting.tableChat(id),
      (message) => this.socket?.send(message) ?? false,
    );
    this.opened = this.open();
  }

  get names(): Names {
    return this.nameTable ?? Names.none;
  }

  /**
   * This seat's legal actions; none during a command or an animation, or while disconnected. Commands before the
   * first connection are sent once it exists.
   */
  get legal(): Legal {
    return this.busy || !this.playing ? noActions : this.legalGroups;
  }

  /** The action of the pending command, sorted like the legal actions. */
  get sending(): Legal {
    return this.underway ? new Legal([this.underway.action]) : noActions;
  }

  get busy(): boolean {
    return (
      this.underway !== null ||
      this.pending !== null ||
      this.awaited > (this.view?.version ?? -1) ||
      this.updates.pendingCount > 0 ||
      this.connection === "waiting"
    );
  }

  /** Whether the seat has a decision to make, including one that is being sent. */
  get mustAct(): boolean {
    return this.playing && (this.view?.legal.length ?? 0) > 0;
  }

  /** Whether a bot has taken over the user's seat. */
  get replaced(): boolean {
    const seat = this.seat === null ? undefined : this.table?.seats[this.seat];
    return seat?.kind === "person" && seat.bot !== null;
  }

  /** Whether the game continues from the shown state; false once anything newer has arrived, above all the end. */
  get continues(): boolean {
    return this.table?.state === "playing" && this.updates.pendingCount === 0;
  }

  /** Whether the game continues and no bot plays for the user. */
  private get playing(): boolean {
    return !this.table?.abandoned && !this.unfinished && !this.replaced;
  }

  /** The current seat if several people play on this device; otherwise null. */
  get place(): number | null {
    return (this.table?.yours?.length ?? 0) > 1 ? this.seat : null;
  }

  /** The next seat on this device that is to act, once the current one has no decision to make. */
  get next(): number | null {
    const { table, view, place } = this;
    if (place === null || !table || !view || table.state !== "playing" || this.updates.pendingCount > 0)
      return null;
    const owes = (seat: number): boolean => view.to_act.includes(seat) && table.seats[seat]?.bot === null;
    return owes(place) ? null : (table.yours?.find(owes) ?? null);
  }

  /** Hide the cards until the next player reveals theirs. */
  cover(): void {
    this.covered = true;
    this.requestedSeat = null;
  }

  /** Show the next player's cards, or the hidden ones again. */
  uncover(): void {
    const next = this.next ?? this.place;
    if (next === null) this.covered = false;
    else {
      this.requestedSeat = next;
      this.socket?.switchSeat(next);
    }
  }

  /** The result of every seat, once the game has been played to its end. */
  get ends(): SeatResult[] | null {
    const { table, view } = this;
    const players = view?.outcome?.players;
    if (!players || !table?.result) return null;
    return table.result.map((end) => ({ ...end, score: players[end.seat]?.score ?? 0 }));
  }

  /** Whether the game is over but was not played to its end. */
  get unfinished(): boolean {
    const { table, view } = this;
    // The last update may still wait to be shown.
    return table?.state === "over" && view?.version === table.version && view.phase !== "over";
  }

  get seat(): number | null {
    return this.view ? this.view.seat : (this.table?.you ?? null);
  }

  /** The name of a seat's player; if two players have the same name, with the seat number. */
  nameOf(seat: number): string {
    return playerName(this.table?.seats ?? [], seat);
  }

  mine(seat: number): boolean {
    return seat === this.seat;
  }

  /** An event in words; empty for one that this client does not know. */
  describe(event: GameEvent, context: TextContext = this): string {
    return this.ui?.describe(event, context) ?? "";
  }

  async play(action: string, description = t("doing.move")): Promise<void> {
    if (!this.busy) await this.send(action, description);
  }

  private async send(action: string, description: string): Promise<void> {
    if (this.underway || !this.view || !this.socket) return;
    this.underway = { action, description };
    this.notice = null;
    const { error, version } = await this.socket.command(this.view.version, action);
    this.underway = null;
    if (error) return this.showError(error);
    this.awaited = version;
    void protect(this.id);
  }

  /** Play an action when the time for undo is over; immediately if undo is off. */
  playSoon(action: string, description: string): void {
    const seconds = settings.undo;
    if (!seconds) return void this.play(action, description);
    if (this.busy) return;
    this.pending = { action, description, seconds };
    this.pendingTimer = window.setTimeout(() => {
      this.pending = null;
      // If the game has changed in the meantime, the action may be illegal. A lost connection only delays it.
      if (this.view?.legal.includes(action)) void this.send(action, description);
    }, seconds * 1000);
  }

  /** Cancel the pending action. */
  cancelPending(): void {
    clearTimeout(this.pendingTimer);
    this.pending = null;
  }

  showError(error: ErrorInfo): void {
    this.notice = errorText(error);
    announcer.say(this.notice);
  }

  close(): void {
    this.closed = true;
    this.cancelPending();
    this.clock.stop();
    this.socket?.close();
    this.socket = null;
    this.updates.stage = null;
    this.drawing.close();
  }

  private async open(): Promise<void> {
    // On a slow connection every round trip counts, so start all requests before waiting for any.
    const release = this.updates.pause(); // updates wait until the messages are loaded
    let drawn = Promise.resolve();
    try {
      const loaded = Promise.all([
        this.source?.table?.() ?? api.table(this.id),
        this.source?.board?.() ?? api.board(this.id),
        this.source ? null : api.view(this.id),
      ]);
      this.socket = (this.source?.connect ?? direct)(this.id, {
        message: (message) => this.receive(message),
        status: (status) => (this.connection = status),
        closed: (reason) => this.onClosed(reason),
      });
      const [table, { ruleset, drawing }, snapshot] = await loaded;
      if (this.closed) return;
      this.ruleset = ruleset as RulesetOf<M>;
      // The socket sends all of this and more, but may take some round trips longer.
      if (!this.table && snapshot) this.replaceState(table, snapshot.view, snapshot.log);
      this.table ??= table;
      if (this.kinds[ruleset.machine].drawn)
        drawn = this.drawing.load(drawing).catch((error) => this.fail(error));
      this.ui = await this.kinds[ruleset.machine].ui();
    } catch (error) {
      this.fail(error);
    } finally {
      await drawn.finally(release);
    }
  }

  /** The server has closed the connection for good: show the reason instead of the game. */
  private onClosed(reason: CloseReason): void {
    if (reason === "signed_out" || reason === "banned") session.expel(reason);
    else this.failure = reason;
    this.connection = "waiting";
  }

  private fail(error: unknown): void {
    this.failure = error instanceof ApiError ? error.code : "unknown";
    this.socket?.close();
  }

  private receive(message: ServerMessage): void {
    if (message.type === "refused" && this.chat.refused(message)) return;
    // Clocks bypass the queue of updates, so that they are never late.
    if (message.type === "hello" || message.type === "table") this.clock.begin(message.table);
    else if (message.type === "update") this.clock.take(message.clock, this.seat);
    if (message.type === "hello") this.onHello(message);
    else if (message.type === "update") this.enqueue(message);
    else if (message.type === "table") this.updateTable(message.table);
    else if (message.type === "said") this.chat.receive(message);
    else if (message.type === "unsaid") this.chat.remove(message.message);
    else if (message.type === "warned") void session.renew();
    else if (message.type === "refused" && message.version > this.newest) this.socket?.resync(this.newest);
  }

  /** Show the table that a request returned. */
  setTable(table: TableInfo): void {
    this.table = table;
    void this.switchBoard(table);
  }

  /** Load another board that the host has chosen before the game. */
  private async switchBoard({ ruleset: wanted, state }: TableInfo): Promise<void> {
    if (state !== "open" || !this.ruleset || wanted === this.loadingBoard || wanted === this.ruleset.id)
      return;
    this.loadingBoard = wanted;
    try {
      const { ruleset, drawing } = await api.board(this.id);
      this.ui = await this.kinds[ruleset.machine].ui();
      this.drawing.svg = null;
      this.ruleset = ruleset as RulesetOf<M>;
      if (this.kinds[ruleset.machine].drawn) await this.drawing.load(drawing);
    } catch (error) {
      this.fail(error);
    }
    this.loadingBoard = null;
  }

  /** After the game, players may read the spectators' messages. */
  private updateTable(table: TableInfo): void {
    const over = table.state === "over" && this.table?.state !== "over";
    this.setTable(table);
    if (over && !this.past) void this.chat.reload();
  }

  /** Show or hide the spectator's name to the table. */
  introduce(name: boolean): void {
    this.socket?.send({ type: "show", name });
  }

  private onHello({ table, view, log }: Hello): void {
    this.replaceState(table, view, log);
    void this.chat.reload();
    if (table.you === null && watching.named) this.introduce(true);
    this.updates.clear();
  }

  /** Replace the whole state by what this seat may know. */
  private replaceState(table: TableInfo, view: Hello["view"], log: LogEntry[]): void {
    const several = (table.yours?.length ?? 0) > 1;
    // The person who loads the page may not be the player whose cards it would show.
    if (several && table.state === "playing" && !this.view) this.covered = true;
    else if (table.you === this.requestedSeat || !several) {
      this.covered = false;
      this.requestedSeat = null;
    }
    this.setTable(table);
    this.newest = view?.version ?? 0;
    // Skip a state that is already shown.
    if (view && view.version === this.view?.version && view.seat === this.view.seat) return;
    [this.view, this.log] = [received(view, log) as ViewOf<M> | null, log];
  }

  private enqueue(update: Update): void {
    if (update.version <= this.newest) return;
    if (this.newest >= 0 && update.version > this.newest + 1) {
      this.socket?.resync(this.newest);
      return;
    }
    this.newest = update.version;
    this.updates.add(update);
  }

  private apply({ version, events, view, result }: Update): void {
    if (result && this.table) this.table = { ...this.table, result };
    const remembered = events.map((event) => this.ui?.remember(event) ?? event);
    this.log = [...this.log, { version, events: remembered }];
    this.view = received(view, this.log) as ViewOf<M>;
    for (const event of events) announcer.say(this.describe(event));
    for (const [sound, times] of soundsOf(events, this.ui, this)) play(sound, times);
    if (!this.past && events.some((event) => event.event === "over")) this.scoring.begin();
  }
}

const KEY = Symbol("game");

export const provideGame = (game: GameStore): GameStore => setContext(KEY, game);
/** The store of the table around a component. Components of one kind of game name that kind. */
export const useGame = <M extends Machine = Machine>(): GameStore<M> => getContext<GameStore<M>>(KEY);
