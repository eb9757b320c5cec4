// The visible part of the board: a zoom factor (1 shows all of it) and the center of the view in board units.

export interface Size {
  width: number;
  height: number;
}

/** The part of the page that shows the board. */
export interface Frame extends Size {
  /** The height at the bottom that buttons cover, in pixels. */
  foot?: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The center of the view, and the scale. */
export interface CameraState extends Point {
  scale: number;
}

/** Free space around something, in pixels. */
export interface Margin {
  side: number;
  top: number;
  bottom: number;
}

export const MAX_ZOOM = 6;
/**
 * The largest part of the frame's height that a whole board leaves free for the buttons. In a low frame, the buttons
 * may cover some of the board.
 */
const MAX_FOOT = 1 / 5;
/** Below this zoom, show the whole board: showing almost all of it would cut off names at the edges. */
const ALMOST_WHOLE = 1.12;

const limit = (zoom: number): number => Math.min(MAX_ZOOM, Math.max(1, zoom));

export class Camera {
  zoom = 1;
  /** How far the lower edge of the board may be above that of the frame, where something covers the frame. */
  private slack = 0;
  private center: Point;

  constructor(
    private readonly board: Size,
    private frame: Frame,
  ) {
    this.center = { x: board.width / 2, y: board.height / 2 };
    this.clamp();
  }

  /**
   * A view of the whole board keeps showing all of it. A partial view keeps its scale, so that nothing jumps when a
   * panel takes space.
   */
  resize(frame: Frame): void {
    const { scale } = this;
    const keep = this.zoom > 1 && this.frame.width * this.frame.height > 0;
    this.frame = frame;
    if (keep) this.zoom = limit(scale / this.fitScale);
    this.clamp();
  }

  reset(): void {
    this.zoom = 1;
    this.slack = 0;
    this.clamp();
  }

  /** Screen pixels per board unit. */
  get scale(): number {
    return this.fitScale * this.zoom;
  }

  /** The scale at which the whole board is visible. */
  get fitScale(): number {
    const { width, height, foot = 0 } = this.frame;
    const free = height - Math.min(foot, height * MAX_FOOT);
    return Math.max(Math.min(width / this.board.width, free / this.board.height), 1e-6);
  }

  /** The current view, for animating to it or returning to it. */
  get state(): CameraState {
    return { ...this.center, scale: this.scale };
  }
  set state({ x, y, scale }: CameraState) {
    this.zoom = limit(scale / this.fitScale);
    this.center = { x, y };
    this.clamp();
  }

  /** The position of the board's top left corner in the frame, in pixels. */
  get corner(): Point {
    const at = (frame: number, center: number) => frame / 2 - center * this.scale;
    return { x: at(this.frame.width, this.center.x), y: at(this.frame.height, this.center.y) };
  }

  /** The part of the board that is in view and that nothing covers, in board units. */
  get visible(): Point & Size {
    const start = this.toBoard({ x: 0, y: 0 });
    const end = this.toBoard({ x: this.frame.width, y: this.frame.height - this.hidden });
    const [x, y] = [Math.max(0, start.x), Math.max(0, start.y)];
    return {
      x,
      y,
      width: Math.min(this.board.width, end.x) - x,
      height: Math.min(this.board.height, end.y) - y,
    };
  }

  /** The height at the bottom of the frame that buttons or something else covers, in pixels. */
  private get hidden(): number {
    return Math.max(this.slack, this.frame.foot ?? 0);
  }

  /** Zoom while keeping the board fixed at a point of the frame (in pixels from its top left corner). */
  zoomAt(point: Point, factor: number): void {
    const before = this.toBoard(point);
    this.zoom = limit(this.zoom * factor);
    const after = this.toBoard(point);
    this.move(before.x - after.x, before.y - after.y);
  }

  zoomBy(factor: number): void {
    this.zoomAt({ x: this.frame.width / 2, y: this.frame.height / 2 }, factor);
  }

  /** Pan by pixels. */
  drag(dx: number, dy: number): void {
    this.move(-dx / this.scale, -dy / this.scale);
  }

  /** Bring a point of the board into view, with a margin around it. */
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

  /**
   * Show all of these points with margins in pixels, at most at the given scale. `covered`: the height at the bottom of
   * the frame that something covers, in pixels; the board may move up by as much.
   */
  fit(points: readonly Point[], margin: Margin, maxScale: number, covered = 0): void {
    if (!points.length) return;
    const xs = points.map(({ x }) => x);
    const ys = points.map(({ y }) => y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const scaleFor = (frame: number, edges: number, span: number) =>
      Math.max(frame - edges, frame / 4) / Math.max(span, 1);
    const scale = Math.min(
      maxScale,
      scaleFor(this.frame.width, 2 * margin.side, right - left),
      scaleFor(this.frame.height, margin.top + margin.bottom, bottom - top),
    );
    // The center of the area inside the margins, which may differ.
    const y = (top + bottom) / 2 + (margin.bottom - margin.top) / 2 / scale;
    this.slack = covered;
    const whole = scale < this.fitScale * ALMOST_WHOLE;
    this.state = { x: (left + right) / 2, y, scale: whole ? this.fitScale : scale };
  }

  toBoard(point: Point): Point {
    return {
      x: this.center.x + (point.x - this.frame.width / 2) / this.scale,
      y: this.center.y + (point.y - this.frame.height / 2) / this.scale,
    };
  }

  private move(dx: number, dy: number): void {
    this.center = { x: this.center.x + dx, y: this.center.y + dy };
    this.clamp();
  }

  /** Limit the view to the board and the covered part below it; center a side that is smaller than the frame. */
  private clamp(): void {
    const axis = (center: number, board: number, frame: number, after: number): number => {
      const half = frame / this.scale / 2;
      const [least, most] = [half, board - half + after / this.scale];
      return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, center));
    };
    this.center = {
      x: axis(this.center.x, this.board.width, this.frame.width, 0),
      y: axis(this.center.y, this.board.height, this.frame.height, this.hidden),
    };
  }
}
