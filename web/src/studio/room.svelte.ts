// Items that do not fit in a drawing of the board, as found by the server's layout solver.
import { errorText } from "../lib/errors";
import { whenDrawn, type ApiError } from "../lib/request";
import type { BoardPlaces } from "../lib/types";
import type { Board } from "./model";

/** Milliseconds without changes before the solver starts, which uses a whole core. */
const PAUSE = 1500;

export class Room {
  /** The result for the board that was drawn last; null until there is one. */
  found = $state.raw<BoardPlaces | null>(null);
  busy = $state(false);
  problem = $state("");

  /** Request the result for a board after a pause. Returns a function that cancels this. */
  follow(board: Board): () => void {
    const stop = new AbortController();
    this.busy = true;
    this.problem = "";
    const timer = setTimeout(() => void this.ask(board, stop.signal), PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
      this.busy = false;
    };
  }

  private async ask(board: Board, signal: AbortSignal): Promise<void> {
    try {
      const answer = await whenDrawn("POST", "/api/studio/places", { board }, signal);
      const found: BoardPlaces = await answer.json();
      if (!signal.aborted) this.found = found;
    } catch (error) {
      if (signal.aborted) return;
      this.problem = errorText(error as ApiError);
    }
    this.busy = false;
  }
}
