// The review of a game: requested when it is opened, polled while in progress, and kept while the panel is open.
import { call, type ApiError } from "../lib/request";
import { errorText } from "../lib/errors";
import { STATIC } from "../lib/site";
import type { ReviewAnswer } from "../lib/types";
import { reviewOnDevice } from "./ondevice";

/** Milliseconds between polls, including failed ones. */
const POLL = 1500;
const RETRY = 5000;
/** Failed polls to tolerate before giving up: another process of the server may be computing the review. */
const PATIENCE = 20;
/** The factor by which a deeper review increases the number of worlds, and the maximum that does not take hours. */
const DEEPER = 4;
const MOST_WORLDS = 200;

export class Reviewing {
  answer = $state.raw<ReviewAnswer | null>(null);
  problem = $state("");
  /** The number of worlds for reviews on this device; null if the server makes them. */
  private worlds = $state<number | null>(null);
  /** Whether this device has failed to review it. */
  private deviceFailed = false;
  private timer = 0;
  private missedPolls = 0;
  private closed = false;

  /** Resolves when the review is available, in progress or impossible. */
  readonly opened: Promise<void>;

  constructor(private readonly game: string) {
    this.opened = this.open();
  }

  /** Request the review again after a failure. */
  readonly begin = (): void => void this.request("POST");

  /** Review the game again in more worlds; undefined if this device does not review it, or already has. */
  get deepen(): (() => void) | undefined {
    const { state, review } = this.answer ?? {};
    const worlds = DEEPER * (review?.worlds ?? Infinity);
    if (state !== "done" || worlds > MOST_WORLDS || (this.worlds === null && !STATIC)) return undefined;
    return () => {
      this.worlds = worlds;
      this.begin();
    };
  }

  private async open(): Promise<void> {
    await this.request("GET");
    if (this.answer?.state === "none" && !this.closed) await this.request("POST");
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** Whether the review is known to be in progress. */
  get working(): boolean {
    return this.answer?.state === "waiting" || this.answer?.state === "working";
  }

  private async request(method: "GET" | "POST"): Promise<void> {
    clearTimeout(this.timer);
    try {
      const found = await this.requestReview(method);
      this.problem = "";
      if (found.state === "none" && this.working && this.missedPolls < PATIENCE) {
        this.missedPolls += 1;
      } else {
        this.answer = found;
        this.missedPolls = 0;
      }
    } catch (error) {
      this.problem = errorText(error as ApiError);
      if (!this.closed && method === "GET" && (this.working || !this.answer)) this.pollAfter(RETRY);
      return;
    }
    if (!this.closed && this.working) this.pollAfter(POLL);
  }

  private async requestReview(method: "GET" | "POST"): Promise<ReviewAnswer> {
    if (this.worlds === null) {
      const found = await call(`${method} /api/games/{game}/review`, { path: { game: this.game } });
      if (!found.device || this.deviceFailed) return found;
      this.worlds = found.device;
    }
    const here = await reviewOnDevice(this.game, this.worlds, method === "POST");
    if (here.state === "failed") {
      this.deviceFailed = true;
      this.worlds = null;
    }
    return here;
  }

  private pollAfter(milliseconds: number): void {
    this.timer = window.setTimeout(() => void this.request("GET"), milliseconds);
  }
}

/** Request the review of a game that has just ended, so that it is in progress before anybody opens it. */
export async function prepareReview(game: string): Promise<void> {
  const reviewing = new Reviewing(game);
  await reviewing.opened;
  reviewing.close();
}
