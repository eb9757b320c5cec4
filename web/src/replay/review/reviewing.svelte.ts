// The review of a game: asked for, followed while it is made, and kept while the panel is open.
import { json } from "../../lib/api";
import type { ApiError } from "../../lib/api";
import { errorText } from "../../lib/errors";
import type { ReviewAnswer } from "../../lib/types";

/** Milliseconds between two looks at how far it is. */
const AGAIN = 1500;

export class Reviewing {
  answer = $state.raw<ReviewAnswer | null>(null);
  problem = $state("");
  private timer = 0;
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

  private async request(method: "GET" | "POST"): Promise<void> {
    clearTimeout(this.timer);
    try {
      const path = `/api/games/${encodeURIComponent(this.game)}/review`;
      this.answer = await json<ReviewAnswer>(method, path, method === "POST" ? {} : undefined);
      this.problem = "";
    } catch (error) {
      this.problem = errorText(error as ApiError);
      return;
    }
    if (this.closed || !["waiting", "working"].includes(this.answer.state)) return;
    this.timer = window.setTimeout(() => void this.request("GET"), AGAIN);
  }
}
