// What happens at a table, shown update after update: each is animated before the next one is taken over.
import { tick } from "svelte";
import { settings } from "./settings.svelte";
import type { Update } from "./types";

/** Shows an update happening; `before` still sees the old page, `after` the new one. */
export interface Stage {
  before(update: Update): Promise<void>;
  after(update: Update): Promise<void>;
}

/** So many updates may wait for their animations, for each pace; with more the page jumps to the newest. */
const PATIENCE = { slow: 24, normal: 3, fast: 3 };

export class Updates {
  stage: Stage | null = null;
  /** How many have come and are not shown yet. */
  behind = $state(0);
  private queue: Update[] = [];
  private holds = new Set<object>();
  private released: (() => void) | null = null;
  private draining = false;

  constructor(
    /** Takes an update over: the page shows what it brought. */
    private readonly apply: (update: Update) => void,
    /** Whether the page may rest after an update: nobody has to act here. */
    private readonly mayRest: () => boolean,
  ) {}

  add(update: Update): void {
    this.queue.push(update);
    this.behind = this.queue.length;
    if (!this.draining) void this.drain();
  }

  /** All of them are out of date. */
  clear(): void {
    this.queue = [];
    this.behind = 0;
  }

  /** The page stays at what it shows until the function that this gives is called; updates wait. */
  hold(): () => void {
    const mark = {};
    this.holds.add(mark);
    return () => {
      this.holds.delete(mark);
      if (!this.holds.size) this.released?.();
    };
  }

  private async drain(): Promise<void> {
    this.draining = true;
    try {
      while (this.queue.length) {
        if (this.holds.size) await new Promise<void>((resolve) => (this.released = resolve));
        else await this.show(this.queue[0]!);
      }
    } finally {
      this.draining = false;
    }
  }

  private async show(update: Update): Promise<void> {
    const stage = this.mayAnimate() ? this.stage : null;
    await stage?.before(update);
    if (this.queue[0] !== update) return stage?.after(update); // a hello has overtaken it
    this.queue.shift();
    this.apply(update);
    await tick();
    await stage?.after(update);
    if (stage && settings.rest && this.mayRest()) {
      await new Promise((resolve) => setTimeout(resolve, settings.rest));
    }
    this.behind = this.queue.length;
  }

  private mayAnimate(): boolean {
    return (
      settings.animated &&
      this.queue.length <= PATIENCE[settings.pace] &&
      document.visibilityState === "visible"
    );
  }
}
