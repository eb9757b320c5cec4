// The viewport of a drawing: its camera, readable names, touch targets, and the elements nearest to a finger.
import { Camera, type Frame, type Point, type CameraState } from "./camera";
import type { Drawing } from "./drawing";
import { Labels } from "./labels";
import { nameCities } from "./naming";

/** The largest distance at which a finger still touches a route or a city, in pixels. */
const FINGER = 24;
/** Routes farther than the nearest one by more than this are not candidates. */
const DOUBT = 9;
const GLIDE = 320;
/** The height at an edge that a caption and the buttons may cover, in pixels. */
const STRIP = 150;
/** Milliseconds after which a manual movement counts as finished. */
const REST = 140;
/** Pixels per board unit at which a finger can distinguish parallel routes. */
const CLOSE = 1.1;

export class Viewport {
  readonly camera: Camera;
  /** Cities whose names have priority. */
  priorityCities: ReadonlySet<string> = new Set();
  /** Whether the page chose what is in view; then names stay inside the frame. */
  framed = false;
  /** Null until the names are written. */
  private labels: Labels | null = null;
  /** The container that is moved: an HTML element, because browsers do not keep SVG elements as layers. */
  private readonly layer: HTMLElement;
  /**
   * Elements of constant size on the screen. Each gets its own property, because a property of the board would be
   * inherited by everything.
   */
  private readonly sized: SVGElement[];
  private gliding = 0;
  private resting = 0;
  /** The scale at which the board was last drawn; during a movement it is shown at another one. */
  private drawn = 0;

  /** `frame`: the size of `host`, measured before it contains the drawing, which avoids a layout. */
  constructor(
    readonly drawing: Drawing,
    private readonly host: HTMLElement,
    frame: Frame,
    private readonly changed: () => void,
  ) {
    this.camera = new Camera(drawing.size, frame);
    this.layer = drawing.svg.parentElement!;
    this.sized = [...drawing.elements.values()].flatMap((one) => [
      ...one.querySelectorAll<SVGElement>(".hit, circle"),
    ]);
  }

  /** Follow changes in the size of the host. */
  watch(resized: () => void = () => undefined): () => void {
    const watcher = new ResizeObserver(() => {
      this.camera.resize(sizeOf(this.host));
      resized();
      this.redraw();
    });
    watcher.observe(this.host);
    return () => {
      watcher.disconnect();
      this.stop();
    };
  }

  /** The height of the part at the bottom that something covers, such as a caption or a hint, in pixels. */
  covered(): number {
    const frame = this.host.getBoundingClientRect();
    const over = [...document.querySelectorAll("[data-covers-board]")]
      .map((element) => element.getBoundingClientRect())
      .filter(({ top, height }) => height > 0 && top > frame.top);
    return Math.max(0, ...over.map(({ top }) => frame.bottom - top));
  }

  /** Whether more of a route or city is near the lower edge than near the upper one. */
  isLow(subject: string): boolean {
    const { corner, scale } = this.camera;
    const height = this.host.clientHeight;
    const heights = this.drawing
      .course(subject)
      .map(({ y }) => corner.y + y * scale)
      .filter((y) => y >= 0 && y <= height);
    const strip = Math.min(STRIP, height / 2);
    const near = (test: (y: number) => boolean): number => heights.filter(test).length;
    return near((y) => y > height - strip) > near((y) => y < strip);
  }

  /** Write the names of cities. */
  name(cities: readonly { id: string; name: string }[]): void {
    nameCities(this.drawing.svg, cities, this.drawing.labels.values());
    this.labels = new Labels(this.drawing);
    this.refreshLabels();
  }

  /** Show what the camera sees, redrawn at its scale. */
  redraw(): void {
    clearTimeout(this.resting);
    const { scale } = this.camera;
    if (scale !== this.drawn) {
      const { svg, size } = this.drawing;
      svg.style.width = `${size.width * scale}px`;
      svg.style.height = `${size.height * scale}px`;
      for (const one of this.sized) one.style.setProperty("--pixel", String(1 / scale));
      this.drawn = scale;
    }
    this.refreshLabels();
    this.place();
  }

  /** Fit the names to the visible part. */
  refreshLabels(): void {
    const { camera } = this;
    this.labels?.refresh(
      camera.scale,
      this.priorityCities,
      this.framed ? camera.visible : null,
      camera.fitScale,
    );
  }

  /** Show what the camera sees during a movement: shifting and stretching the existing drawing is cheap. */
  move(): void {
    this.place();
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.redraw(), REST);
  }

  private place(): void {
    const { corner, scale } = this.camera;
    const shift = `translate(${Math.round(corner.x)}px, ${Math.round(corner.y)}px)`;
    this.layer.style.transform = scale === this.drawn ? shift : `${shift} scale(${scale / this.drawn})`;
    this.changed();
  }

  /** Animate the camera. */
  glide(change: () => void, animated: boolean): void {
    this.stop();
    const from = this.camera.state;
    change();
    const to = this.camera.state;
    if (!animated) return this.redraw();
    const start = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, now - start) / GLIDE);
      this.camera.state = between(from, to, part * part * (3 - 2 * part));
      if (part === 1) return this.redraw();
      this.place();
      this.gliding = requestAnimationFrame(step);
    };
    step(start);
  }

  /** Stop an animation when the user moves the board. */
  stop(): void {
    cancelAnimationFrame(this.gliding);
    clearTimeout(this.resting);
  }

  /** Move a route or city of a zoomed board into view; return whether the board is zoomed. */
  reveal(key: string): boolean {
    const point = this.drawing.points.get(key);
    if (!point || this.camera.zoom === 1) return false;
    this.camera.reveal(point);
    return true;
  }

  /** On a double tap, zoom to a scale at which every route can be distinguished, or back to the whole board. */
  zoomIn(at: Point, moved: () => void): void {
    const { camera } = this;
    const box = this.host.getBoundingClientRect();
    if (camera.scale > CLOSE * 0.8 && camera.zoom > 1) camera.reset();
    else camera.zoomAt({ x: at.x - box.left, y: at.y - box.top }, Math.max(1.6, CLOSE / camera.scale));
    moved();
  }

  /** The given routes and cities under a finger (in window pixels), nearest first. */
  nearest(at: Point, keys: Iterable<string>): string[] {
    const box = this.host.getBoundingClientRect();
    const point = this.camera.toBoard({ x: at.x - box.left, y: at.y - box.top });
    const far = [...keys]
      .map((key) => ({ key, far: this.drawing.distance(key, point) * this.camera.scale }))
      .filter(({ far }) => far <= FINGER)
      .sort((a, b) => a.far - b.far);
    return far.filter((one) => one.far <= far[0]!.far + DOUBT).map(({ key }) => key);
  }
}

/** Measure the element that shows the board; its style says how much of it buttons cover. */
export const sizeOf = (host: HTMLElement): Frame => ({
  width: host.clientWidth,
  height: host.clientHeight,
  foot: parseFloat(getComputedStyle(host).getPropertyValue("--foot")) || 0,
});

/** Interpolate scales by their ratio, so that the movement looks even. */
function between(from: CameraState, to: CameraState, part: number): CameraState {
  const scale = from.scale * (to.scale / from.scale) ** part;
  // When zooming, the center moves as the inverse of the scale, so that one point of the board stays fixed.
  const progress =
    Math.abs(to.scale - from.scale) < 1e-3 * from.scale
      ? part
      : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
  return { x: from.x + (to.x - from.x) * progress, y: from.y + (to.y - from.y) * progress, scale };
}
