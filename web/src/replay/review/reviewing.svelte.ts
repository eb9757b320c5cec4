// The review of a game: asked for, followed while it is made, and kept while the panel is open.
import { call, type ApiError } from "../../lib/request";
import { errorText } from "../../lib/errors";
import type { ReviewAnswer } from "../../lib/types";

/** Milliseconds between two looks at how far it is, and after one that failed. */
const AGAIN = 1500;
const LATER = 5000;
/** So often nothing is heard of a review that is being made, as another process of the server makes it, before that is
    believed. */
const PATIENCE = 20;

export class Reviewing {
  answer = $state.raw<ReviewAnswer | null>(null);
  problem = $state("");
  private timer = 0;
  private unheard = 0;
  private closed = false;

  constructor(private readonly game: string) {
    void this.request("GET");
  }

  /** Has it made. */
  readonly begin = (): void => void this.request("POST");

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** Whether it is being made, as far as is known. */
  private get making(): boolean {
    return this.answer?.state === "waiting" || this.answer?.state === "working";
  }

  private async request(method: "GET" | "POST"): Promise<void> {
    clearTimeout(this.timer);
    try {
      const found = await call(`${method} /api/games/{game}/review`, { path: { game: this.game } });
      this.problem = "";
      if (found.state === "none" && this.making && this.unheard < PATIENCE) {
        this.unheard += 1;
      } else {
        this.answer = found;
        this.unheard = 0;
      }
    } catch (error) {
      this.problem = errorText(error as ApiError);
      if (!this.closed && method === "GET" && (this.making || !this.answer)) this.look(LATER);
      return;
    }
    if (!this.closed && this.making) this.look(AGAIN);
  }

  private look(milliseconds: number): void {
    this.timer = window.setTimeout(() => void this.request("GET"), milliseconds);
  }
}
