// The drawing of a board, from the server: it is large, and one that was never asked for before has to be made first.
import { api } from "./api";
import { ApiError } from "./request";

/** Milliseconds until a drawing that was not ready is asked for again. */
const PAUSE = 1000;

export class BoardDrawing {
  /** Null if there is none yet, or none at all: the game can be played all the same. */
  svg = $state.raw<string | null>(null);
  /** Whether it is still being made. */
  making = $state(false);
  private closed = false;

  /** Hangs it up as soon as it is there: all else need not wait for it. */
  async hang(address: string): Promise<void> {
    this.svg = await this.drawn(address);
  }

  close(): void {
    this.closed = true;
  }

  private async drawn(address: string): Promise<string | null> {
    this.making = false;
    try {
      return await api.svg(address);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "not_found") return null;
      if (error.code !== "drawing") throw error;
    }
    this.making = true;
    setTimeout(() => void this.draw(address), PAUSE);
    return null;
  }

  private async draw(address: string): Promise<void> {
    if (this.closed) return;
    this.svg = await this.drawn(address).catch(() => null);
  }
}
