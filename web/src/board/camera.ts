// Which part of the board is seen: a zoom factor (1 shows all of it) and the middle of the view in board units.

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export const MAX_ZOOM = 6;

export class Camera {
  zoom = 1;
  private center: Point;

  constructor(
    private readonly board: Size,
    private frame: Size,
  ) {
    this.center = { x: board.width / 2, y: board.height / 2 };
  }

  resize(frame: Size): void {
    this.frame = frame;
    this.clamp();
  }

  reset(): void {
    this.zoom = 1;
    this.clamp();
  }

  /** Screen pixels a board unit. */
  get scale(): number {
    const fit = Math.min(this.frame.width / this.board.width, this.frame.height / this.board.height);
    return Math.max(fit, 1e-6) * this.zoom;
  }

  get viewBox(): string {
    const width = this.frame.width / this.scale;
    const height = this.frame.height / this.scale;
    return [this.center.x - width / 2, this.center.y - height / 2, width, height]
      .map((n) => n.toFixed(2))
      .join(" ");
  }

  /** Zooms so that the board stays under a point of the frame (pixels from its upper left corner). */
  zoomAt(point: Point, factor: number): void {
    const before = this.toBoard(point);
    this.zoom = Math.min(MAX_ZOOM, Math.max(1, this.zoom * factor));
    const after = this.toBoard(point);
    this.move(before.x - after.x, before.y - after.y);
  }

  zoomBy(factor: number): void {
    this.zoomAt({ x: this.frame.width / 2, y: this.frame.height / 2 }, factor);
  }

  /** Moves the board with a finger: by pixels. */
  drag(dx: number, dy: number): void {
    this.move(-dx / this.scale, -dy / this.scale);
  }

  /** Brings a point of the board into view, with a margin round it. */
  reveal(point: Point): void {
    const marginX = this.frame.width / this.scale / 5;
    const marginY = this.frame.height / this.scale / 5;
    const halfX = this.frame.width / this.scale / 2 - marginX;
    const halfY = this.frame.height / this.scale / 2 - marginY;
    const dx = point.x - this.center.x;
    const dy = point.y - this.center.y;
    this.move(
      Math.sign(dx) * Math.max(0, Math.abs(dx) - halfX),
      Math.sign(dy) * Math.max(0, Math.abs(dy) - halfY),
    );
  }

  private toBoard(point: Point): Point {
    return {
      x: this.center.x + (point.x - this.frame.width / 2) / this.scale,
      y: this.center.y + (point.y - this.frame.height / 2) / this.scale,
    };
  }

  private move(dx: number, dy: number): void {
    this.center = { x: this.center.x + dx, y: this.center.y + dy };
    this.clamp();
  }

  /** No view beyond the edges; a side that is smaller than the frame stays in the middle. */
  private clamp(): void {
    const axis = (center: number, board: number, frame: number): number => {
      const half = frame / this.scale / 2;
      if (half * 2 >= board) return board / 2;
      return Math.min(board - half, Math.max(half, center));
    };
    this.center = {
      x: axis(this.center.x, this.board.width, this.frame.width),
      y: axis(this.center.y, this.board.height, this.frame.height),
    };
  }
}
