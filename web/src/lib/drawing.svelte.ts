// The drawing of a board. It is large, and the server may have to generate it first.
import { api } from "./api";
import { ApiError } from "./request";

/** Milliseconds until a drawing that was not ready is requested again. */
const PAUSE = 1000;

export class BoardDrawing {
  /** Null while it is not ready, or if there is none; the game is playable without it. */
  svg = $state.raw<string | null>(null);
  /** Whether the server is still generating it. */
  generating = $state(false);
  private closed = false;

  /** Load the drawing and show it when it arrives, without blocking anything else. */
  async load(address: string): Promise<void> {
    this.svg = await this.request(address);
  }

  close(): void {
    this.closed = true;
  }

  private async request(address: string): Promise<string | null> {
    this.generating = false;
    try {
      return await api.svg(address);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "not_found") return null;
      if (error.code !== "drawing") throw error;
    }
    this.generating = true;
    setTimeout(() => void this.retry(address), PAUSE);
    return null;
  }

  private async retry(address: string): Promise<void> {
    if (this.closed) return;
    this.svg = await this.request(address).catch(() => null);
  }
}
