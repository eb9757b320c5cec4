// The queue of a table's updates: each is animated before the next one is applied.
import { tick } from "svelte";
import { settings } from "./settings.svelte";
import type { Update } from "./types";

/** Animates an update; `before` runs on the old page, `after` on the new one. */
export interface Stage {
  before(update: Update): Promise<void>;
  after(update: Update): Promise<void>;
}

/** The maximum number of waiting updates at each pace; with more, the page skips to the newest. */
const PATIENCE = { slow: 24, normal: 3, fast: 3 };

export class Updates {
  stage: Stage | null = null;
  /** The number of updates that have arrived but are not shown yet. */
  pendingCount = $state(0);
  private queue: Update[] = [];
  private pauses = new Set<object>();
  private released: (() => void) | null = null;
  private draining = false;

  constructor(
    /** Apply an update to the page. */
    private readonly apply: (update: Update) => void,
    /** Whether to pause after an update: not if the user has to act. */
    private readonly mayPause: () => boolean,
  ) {}

  add(update: Update): void {
    this.queue.push(update);
    this.pendingCount = this.queue.length;
    if (!this.draining) void this.drain();
  }

  /** Drop all waiting updates. */
  clear(): void {
    this.queue = [];
    this.pendingCount = 0;
  }

  /** Pause the queue until the returned function is called. */
  pause(): () => void {
    const mark = {};
    this.pauses.add(mark);
    return () => {
      this.pauses.delete(mark);
      if (!this.pauses.size) this.released?.();
    };
  }

  private async drain(): Promise<void> {
    this.draining = true;
    try {
      while (this.queue.length) {
        if (this.pauses.size) await new Promise<void>((resolve) => (this.released = resolve));
        else await this.show(this.queue[0]!);
      }
    } finally {
      this.draining = false;
    }
  }

  private async show(update: Update): Promise<void> {
    const stage = this.mayAnimate() ? this.stage : null;
    await stage?.before(update);
    if (this.queue[0] !== update) return stage?.after(update); // a hello has replaced this update
    this.queue.shift();
    this.apply(update);
    await tick();
    await stage?.after(update);
    if (stage && settings.pauseAfterMove && this.mayPause()) {
      await new Promise((resolve) => setTimeout(resolve, settings.pauseAfterMove));
    }
    this.pendingCount = this.queue.length;
  }

  private mayAnimate(): boolean {
    return (
      settings.animated &&
      this.queue.length <= PATIENCE[settings.pace] &&
      document.visibilityState === "visible"
    );
  }
}
