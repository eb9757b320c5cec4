// The board being edited: changes that can be undone, what is selected, and what the server says about it.
import { call, type ApiError } from "../lib/request";
import type { BoardReport } from "../lib/types";
import { keep } from "./kept";
import { type Board, type Change, type Chosen } from "./model";

/** Milliseconds without changes before the board is checked. */
const PAUSE = 350;
/** Milliseconds before a failed check is repeated. */
const RETRY = 4000;
const STEPS = 300;

export class Editing {
  board = $state.raw<Board>()!;
  chosen = $state.raw<Chosen>(null);
  /** Null until the first check. */
  report = $state.raw<BoardReport | null>(null);
  /** Whether the report is about an earlier state of the board. */
  checking = $state(true);
  /** Why there is no newer report. */
  problem = $state.raw<ApiError | null>(null);
  /** Whether the browser can store the board. */
  lasting = $state(true);
  private past = $state.raw<Board[]>([]);
  private future = $state.raw<Board[]>([]);
  /** Consecutive changes with the same name, such as a drag, are a single step. */
  private gesture = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving = false;
  private closed = false;

  constructor(
    readonly key: string,
    board: Board,
    /** The id of the built-in board that it was copied from. */
    readonly origin?: string,
  ) {
    this.board = board;
    void this.save();
    this.later();
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** `gesture`: consecutive changes with the same gesture are one step of undo. */
  change(change: Change | Board, gesture = ""): void {
    const next = typeof change === "function" ? change(this.board) : change;
    if (next === this.board) return;
    if (!gesture || gesture !== this.gesture) this.past = [...this.past.slice(1 - STEPS), this.board];
    this.gesture = gesture;
    this.future = [];
    this.show(next);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.future = [...this.future, this.board];
    this.past = this.past.slice(0, -1);
    this.gesture = "";
    this.show(before);
  }

  redo(): void {
    const after = this.future.at(-1);
    if (!after) return;
    this.past = [...this.past, this.board];
    this.future = this.future.slice(0, -1);
    this.gesture = "";
    this.show(after);
  }

  /** End a gesture, so that the next one is a separate step. */
  settle(): void {
    this.gesture = "";
  }

  private show(board: Board): void {
    this.board = board;
    const { chosen } = this;
    if (chosen && !board[chosen.table].some(({ id }) => id === chosen.id)) this.chosen = null;
    this.checking = true;
    void this.save();
    this.later();
  }

  private later(pause = PAUSE): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), pause);
  }

  /** Save the board at once. Changes during a save, such as those of a drag, are saved together after it. */
  private async save(): Promise<void> {
    if (this.saving) return;
    this.saving = true;
    let saved: Board | undefined;
    while (saved !== this.board) {
      saved = this.board;
      this.lasting = await keep(this.key, saved, this.origin).then(
        () => true,
        () => false,
      );
    }
    this.saving = false;
  }

  private async check(): Promise<void> {
    const { board } = this;
    try {
      const report = await call("POST /api/studio/check", { body: { board: { ...board } } });
      if (board !== this.board) return;
      this.report = report;
      this.checking = false;
      this.problem = null;
    } catch (error) {
      this.problem = error as ApiError;
      if (!this.closed && board === this.board) this.later(RETRY);
    }
  }

  /** Stop checking. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }
}
