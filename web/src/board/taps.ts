// Taps on the board: one tap chooses, a double tap zooms. A choice waits for a possible second tap.
import type { Point } from "./camera";

const PAUSE = 260;
const NEAR = 40;

export class Taps {
  private last: { at: Point; time: number } | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly zoom: (at: Point) => void) {}

  tap(at: Point, time: number, choose: () => void): void {
    clearTimeout(this.waiting);
    const { last } = this;
    if (last && time - last.time < PAUSE && Math.hypot(at.x - last.at.x, at.y - last.at.y) < NEAR) {
      this.last = null;
      this.zoom(at);
      return;
    }
    this.last = { at, time };
    this.waiting = setTimeout(choose, PAUSE);
  }

  stop(): void {
    clearTimeout(this.waiting);
  }
}
