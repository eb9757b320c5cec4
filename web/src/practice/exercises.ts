// Connects exercises (positions of lessons and puzzles, and the results of answers) to a table's store, in place of a
// socket. The server stores nothing about them.
import { api } from "../lib/api";
import { call, ApiError } from "../lib/request";
import { session } from "../lib/session.svelte";
import type { CommandResult, TableConnection, SocketEvents } from "../lib/socket";
import type { Source } from "../lib/source";
import type { AfterMove, Exercise, Plan, SeatInfo, TableInfo, View } from "../lib/types";

export const requests = {
  lessons: () => call("GET /api/lessons"),
  step: (ruleset: string, step: string) =>
    call("GET /api/lessons/{ruleset}/{step}", { path: { ruleset, step } }),
  tryStep: (ruleset: string, step: string, action: string) =>
    call("POST /api/lessons/{ruleset}/{step}", { path: { ruleset, step }, body: { action } }),
  puzzles: () => call("GET /api/puzzles"),
  puzzle: (ruleset: string, puzzle: string) =>
    call("GET /api/puzzles/{ruleset}/{puzzle}", { path: { ruleset, puzzle } }),
  tryPuzzle: (ruleset: string, puzzle: string, action: string) =>
    call("POST /api/puzzles/{ruleset}/{puzzle}", { path: { ruleset, puzzle }, body: { action } }),
};

/** The bot in the other seats. */
const OTHERS = "medium";
const NAME = "Medium";

export class Practice implements Source {
  private events: SocketEvents | null = null;
  private exercise: Exercise | null = null;
  private waiting: Plan | null = null;
  /** Exercises start at any version, so renumber them: the page ignores versions that it has already shown. */
  private version = 0;
  private done = false;
  private begun: () => void = () => undefined;
  private readonly first = new Promise<void>((resolve) => (this.begun = resolve));

  constructor(
    private readonly ruleset: string,
    /** Judge an action; returns the resulting position if it is to be shown. */
    private readonly judge: (action: string) => Promise<AfterMove | null>,
  ) {}

  /** Show a position in place of the current one. */
  show(exercise: Exercise): void {
    this.exercise = exercise;
    this.version += 1;
    this.done = false;
    this.begun();
    this.greet();
  }

  readonly connect = (_id: string, events: SocketEvents): TableConnection => {
    this.events = events;
    events.status("open");
    this.greet();
    return {
      command: (_version, action) => this.command(action),
      resync: () => this.greet(),
      send: () => true,
      switchSeat: () => undefined,
      close: () => (this.events = null),
    };
  };

  async table(): Promise<TableInfo> {
    await this.first;
    return this.info(this.exercise!);
  }

  async board() {
    const ruleset = await api.published(this.ruleset);
    return { ruleset, drawing: `/api/rulesets/${encodeURIComponent(this.ruleset)}/board.svg` };
  }

  plan(): Promise<Plan> {
    return this.waiting ? Promise.resolve(this.waiting) : Promise.reject(new Error("no exercise"));
  }

  private greet(): void {
    const { exercise, version, events } = this;
    if (!exercise || !events) return;
    this.waiting = { ...exercise.plan, version };
    events.message({
      type: "hello",
      table: this.info(exercise),
      view: { ...exercise.view, version },
      log: exercise.log,
      version,
    });
  }

  private async command(action: string): Promise<CommandResult> {
    const { exercise } = this;
    if (!exercise || this.done) return { error: null, version: this.version };
    try {
      const played = await this.judge(action);
      if (played && exercise === this.exercise) this.advance(played);
      return { error: null, version: this.version };
    } catch (error) {
      const { code, message } = error instanceof ApiError ? error : new ApiError("unknown", "");
      return { error: { code, message }, version: this.version };
    }
  }

  /** Show the result of an action; the exercise has ended, so nothing is legal. */
  private advance({ events, view, plan }: AfterMove): void {
    this.done = true;
    const version = ++this.version;
    this.waiting = plan && { ...plan, version };
    const shown: View = { ...view, version, legal: [] };
    this.events?.message({ type: "update", version, events, view: shown, clock: null });
  }

  private info({ seat: you, view }: Exercise): TableInfo {
    const me = session.me;
    const seats = Array.from({ length: view.players_count }, (_, seat): SeatInfo => {
      const own = seat === you;
      return {
        seat,
        kind: own ? "person" : "bot",
        name: own ? (me?.name ?? null) : NAME,
        bot: own ? null : OTHERS,
        online: true,
        color: seat,
      };
    });
    return {
      id: "practice",
      watch: "",
      ruleset: this.ruleset,
      state: "playing",
      owner: me?.id ?? "",
      you,
      yours: [you],
      version: this.version,
      seats,
      spectators: 0,
      created: "",
      look: false,
      clock: null,
      shuffle: null,
      watchers: [],
      listed: false,
      quick: false,
      chat: false,
    };
  }
}
