// The store of one table: what the server said last, and the way to send a command. No rule lives here.
import { getContext, setContext } from "svelte";
import { t } from "../i18n";
import { announcer } from "./announcer.svelte";
import { api } from "./api";
import { ApiError } from "./request";
import { playerName } from "./bots";
import { Chat, watching } from "./chat.svelte";
import { meeting } from "./meeting";
import { errorText } from "./errors";
import { TableClock } from "./clock.svelte";
import type { End } from "./ends";
import type { Kinds, Kit } from "./kit";
import { Legal, nothing } from "./legal";
import { Names } from "./names";
import type { Past, Pending, Underway } from "./moments";
import { session } from "./session.svelte";
import { BoardDrawing } from "./drawing.svelte";
import { settings } from "./settings.svelte";
import type { Connection, Line, Reason } from "./socket";
import { direct, type Source } from "./source";
import { play } from "./synth";
import type { ErrorInfo, GameEvent, Hello, Hint, LogEntry, ServerMessage, TableInfo, Update } from "./types";
import type { Machine, RulesetOf, ViewOf } from "./views";
import { Updates } from "./updates.svelte";
import { seatOf, type Teller } from "./words";

export class GameStore<M extends Machine = Machine> implements Teller {
  table = $state.raw<TableInfo | null>(null);
  view = $state.raw<ViewOf<M> | null>(null);
  log = $state.raw<LogEntry[]>([]);
  ruleset = $state.raw<RulesetOf<M> | null>(null);
  kit = $state.raw<Kit | null>(null);
  /** The drawing, where the game is played on one. */
  readonly drawing = new BoardDrawing();
  connection = $state<Connection>("connecting");
  /** Why the table cannot be shown at all, as an error code. */
  failure = $state<string | null>(null);
  /** Whether the game came to its end while somebody looked on, until that has been shown. */
  ended = $state(false);
  /** The last thing that went wrong, until the next command. */
  notice = $state<string | null>(null);
  /** What the person is in the middle of, said instead of what their turn may be. */
  aside = $state<string | null>(null);
  pending = $state.raw<Pending | null>(null);
  /** The hint that is on show. */
  advised = $state.raw<Hint | null>(null);
  /** Updates on their way to the page. */
  readonly updates = new Updates(
    (update) => this.apply(update),
    () => !this.mustAct,
  );
  /** Ends when all of the table is there, or has failed. */
  readonly opened: Promise<void>;
  readonly clock = new TableClock();
  /** Whether the cards are covered, because the device goes from one person to another. */
  covered = $state(false);

  /** What is said at this table. */
  readonly chat: Chat;
  /** Where the game is not under way here: nothing can be done, and nothing is to be asked. */
  past: Past | null = null;

  /** The command that waits for its answer, also while the line is lost: it is sent again when the line is back. */
  underway = $state.raw<Underway | null>(null);
  /** The version that the last command made; until it is shown nothing else can be done. */
  private awaited = $state(-1);
  private pendingTimer = 0;
  private newest = -1;
  private closed = false;
  /** The own seat whose cards were asked for. */
  private asked: number | null = null;
  private socket: Line | null = null;
  /** The board that is being loaded in place of another. */
  private wanted: string | null = null;

  private readonly nameTable = $derived(this.ruleset ? new Names(this.ruleset) : null);
  private readonly legalGroups = $derived(
    this.view && !this.unfinished ? new Legal(this.view.legal) : nothing,
  );

  constructor(
    readonly id: string,
    private readonly kinds: Kinds,
    /** Where the messages come from, if not from the table itself. */
    readonly source: Source | null = null,
  ) {
    this.chat = new Chat(
      id,
      () => meeting.tableChat(id),
      (message) => this.socket?.tell(message) ?? false,
    );
    this.opened = this.open();
  }

  get names(): Names {
    return this.nameTable ?? Names.none;
  }

  /**
   * What this seat can do now; nothing while a command or an animation is under way, or the line is lost. What is done
   * before the line is there for the first time is sent as soon as it is.
   */
  get legal(): Legal {
    return this.busy || !this.playing ? nothing : this.legalGroups;
  }

  /** What the command that is under way does, sorted as the legal actions are. */
  get going(): Legal {
    return this.underway ? new Legal([this.underway.action]) : nothing;
  }

  get busy(): boolean {
    return (
      this.underway !== null ||
      this.pending !== null ||
      this.awaited > (this.view?.version ?? -1) ||
      this.updates.behind > 0 ||
      this.connection === "waiting"
    );
  }

  /** Whether the seat owes a decision, also while it is on its way. */
  get mustAct(): boolean {
    return this.playing && (this.view?.legal.length ?? 0) > 0;
  }

  /** Whether a bot plays on for the own seat. */
  get replaced(): boolean {
    const seat = this.seat === null ? undefined : this.table?.seats[this.seat];
    return seat?.kind === "person" && seat.bot !== null;
  }

  /** Whether the game goes on from what is shown; false as soon as anything newer has come, the end above all. */
  get underWay(): boolean {
    return this.table?.state === "playing" && this.updates.behind === 0;
  }

  /** Whether the game goes on, and no bot plays for the own seat. */
  private get playing(): boolean {
    return !this.table?.abandoned && !this.unfinished && !this.replaced;
  }

  /** The own seat where there are several, for people on one device; otherwise null. */
  get place(): number | null {
    return (this.table?.yours?.length ?? 0) > 1 ? this.seat : null;
  }

  /** The seat of the person on this device who comes next, once the one who looks on has nothing to do. */
  get next(): number | null {
    const { table, view, place } = this;
    if (place === null || !table || !view || table.state !== "playing" || this.updates.behind > 0)
      return null;
    const owes = (seat: number): boolean => view.to_act.includes(seat) && table.seats[seat]?.bot === null;
    return owes(place) ? null : (table.yours?.find(owes) ?? null);
  }

  /** Covers the cards, until whoever comes next shows theirs. */
  cover(): void {
    this.covered = true;
    this.asked = null;
  }

  /** Shows the cards of whoever comes next, or those that were covered. */
  uncover(): void {
    const next = this.next ?? this.place;
    if (next === null) this.covered = false;
    else {
      this.asked = next;
      this.socket?.turn(next);
    }
  }

  /** How every seat ended, once the game was played to its end. */
  get ends(): End[] | null {
    const { table, view } = this;
    const players = view?.outcome?.players;
    if (!players || !table?.result) return null;
    return table.result.map((end) => ({ ...end, score: players[end.seat]?.score ?? 0 }));
  }

  /** Whether the game is over though it was not played to its end. */
  get unfinished(): boolean {
    const { table, view } = this;
    // The last update may still wait to be shown.
    return table?.state === "over" && view?.version === table.version && view.phase !== "over";
  }

  get seat(): number | null {
    return this.view ? this.view.seat : (this.table?.you ?? null);
  }

  /** The name of a seat's player; two of one name are told apart by their seats. */
  who(seat: number): string {
    return playerName(this.table?.seats ?? [], seat);
  }

  mine(seat: number): boolean {
    return seat === this.seat;
  }

  /** An event in words; nothing for one that this client does not know. */
  tell(event: GameEvent, teller: Teller = this): string {
    return this.kit?.tell(event, teller) ?? "";
  }

  async play(action: string, doing = t("doing.move")): Promise<void> {
    if (!this.busy) await this.send(action, doing);
  }

  private async send(action: string, doing: string): Promise<void> {
    if (this.underway || !this.view || !this.socket) return;
    this.underway = { action, doing };
    this.notice = null;
    const { error, version } = await this.socket.command(this.view.version, action);
    this.underway = null;
    if (error) this.complain(error);
    else this.awaited = version;
  }

  /** Plays an action when the time to take it back is over; at once where none is wanted. */
  playSoon(action: string, doing: string): void {
    const seconds = settings.undo;
    if (!seconds) return void this.play(action, doing);
    if (this.busy) return;
    this.pending = { action, doing, seconds };
    this.pendingTimer = window.setTimeout(() => {
      this.pending = null;
      // The game may have moved on meanwhile; then there is nothing left to do. A lost line only delays the action.
      if (this.view?.legal.includes(action)) void this.send(action, doing);
    }, seconds * 1000);
  }

  /** Does not send what is about to be sent. */
  takeBack(): void {
    clearTimeout(this.pendingTimer);
    this.pending = null;
  }

  complain(error: ErrorInfo): void {
    this.notice = errorText(error);
    announcer.say(this.notice);
  }

  close(): void {
    this.closed = true;
    this.takeBack();
    this.clock.stop();
    this.socket?.close();
    this.socket = null;
    this.updates.stage = null;
    this.drawing.close();
  }

  private async open(): Promise<void> {
    // On a slow line every wait for an answer counts, so nothing waits that need not.
    const release = this.updates.hold(); // what happens meanwhile is told when there are words for it
    let drawn = Promise.resolve();
    try {
      const asked = Promise.all([
        this.source?.table?.() ?? api.table(this.id),
        this.source?.board?.() ?? api.board(this.id),
        this.source ? null : api.view(this.id),
      ]);
      this.socket = (this.source?.connect ?? direct)(this.id, {
        message: (message) => this.receive(message),
        status: (status) => (this.connection = status),
        gone: (reason) => this.gone(reason),
      });
      const [table, { ruleset, drawing }, seen] = await asked;
      if (this.closed) return;
      this.ruleset = ruleset as RulesetOf<M>;
      // The socket says all that, and more, but may take some round trips longer.
      if (!this.table && seen) this.see(table, seen.view, seen.log);
      this.table ??= table;
      if (this.kinds[ruleset.machine].drawn) drawn = this.hang(drawing);
      this.kit = await this.kinds[ruleset.machine].kit();
    } catch (error) {
      this.fail(error);
    } finally {
      await drawn.finally(release);
    }
  }

  private hang(address: string): Promise<void> {
    return this.drawing.hang(address).catch((error) => this.fail(error));
  }

  /** The server has closed the line for good: the page says why, and nothing of the game stays on it. */
  private gone(reason: Reason): void {
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
    // A clock goes on while what happened is still being shown, so it is never behind.
    if (message.type === "hello" || message.type === "table") this.clock.begin(message.table);
    else if (message.type === "update") this.clock.take(message.clock, this.seat);
    if (message.type === "hello") this.greet(message);
    else if (message.type === "update") this.enqueue(message);
    else if (message.type === "table") this.seated(message.table);
    else if (message.type === "said") this.chat.hear(message);
    else if (message.type === "unsaid") this.chat.unsay(message.message);
    else if (message.type === "warned") void session.renew();
    else if (message.type === "refused" && message.version > this.newest) this.socket?.resync(this.newest);
  }

  /** Takes over what the server has answered about the table. */
  take(table: TableInfo): void {
    this.table = table;
    void this.reboard(table);
  }

  /** Before the game its host may change to another board. */
  private async reboard({ ruleset: wanted, state }: TableInfo): Promise<void> {
    if (state !== "open" || !this.ruleset || wanted === this.wanted || wanted === this.ruleset.id) return;
    this.wanted = wanted;
    try {
      const { ruleset, drawing } = await api.board(this.id);
      this.kit = await this.kinds[ruleset.machine].kit();
      this.drawing.svg = null;
      this.ruleset = ruleset as RulesetOf<M>;
      if (this.kinds[ruleset.machine].drawn) await this.hang(drawing);
    } catch (error) {
      this.fail(error);
    }
    this.wanted = null;
  }

  /** When the game is over, its players may read what those said who watched. */
  private seated(table: TableInfo): void {
    const over = table.state === "over" && this.table?.state !== "over";
    this.take(table);
    if (over && !this.past) void this.chat.reload();
  }

  /** Whether those at the table are told the name of one who watches. */
  introduce(name: boolean): void {
    this.socket?.tell({ type: "show", name });
  }

  private greet({ table, view, log }: Hello): void {
    this.see(table, view, log);
    void this.chat.reload();
    if (table.you === null && watching.named) this.introduce(true);
    this.updates.clear();
  }

  /** All that this seat may know, in place of what was shown. */
  private see(table: TableInfo, view: Hello["view"], log: LogEntry[]): void {
    const several = (table.yours?.length ?? 0) > 1;
    // Whoever loads the page is not always the one whose cards it would show.
    if (several && table.state === "playing" && !this.view) this.covered = true;
    else if (table.you === this.asked || !several) {
      this.covered = false;
      this.asked = null;
    }
    this.take(table);
    this.newest = view?.version ?? 0;
    // What is shown already need not be drawn again.
    if (view && view.version === this.view?.version && view.seat === this.view.seat) return;
    this.view = view as ViewOf<M> | null;
    this.log = log;
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
    this.view = view as ViewOf<M>;
    if (result && this.table) this.table = { ...this.table, result };
    const remembered = events.map((event) => this.kit?.remember(event) ?? event);
    this.log = [...this.log, { version, events: remembered }];
    for (const event of events) announcer.say(this.tell(event));
    const heard = new Set(events.map((event) => this.kit?.sound(event, this.mine(seatOf(event) ?? -1))));
    for (const sound of heard) if (sound) play(sound);
    if (!this.past && events.some((event) => event.event === "over"))
      this.ended = document.visibilityState === "visible";
  }
}

const KEY = Symbol("game");

export const provideGame = (game: GameStore): GameStore => setContext(KEY, game);
/** The store of the table that a component is at; one that only some kind of game has names that kind. */
export const useGame = <M extends Machine = Machine>(): GameStore<M> => getContext<GameStore<M>>(KEY);
