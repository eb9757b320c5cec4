// What is seen of a drawing: its camera, names that can be read, marks that can be pressed, and what lies nearest to a
// finger.
import { Camera, type Point, type Size, type Stand } from "./camera";
import type { Drawing } from "./drawing";
import { Labels } from "./labels";
import { nameCities } from "./naming";

/** How far from the middle of a route or a city a finger still means it, in pixels. */
export const FINGER = 24;
/** Routes that lie so much farther off than the nearest one are not meant. */
const DOUBT = 9;
const GLIDE = 320;
/** Milliseconds after which a movement by hand counts as over. */
const REST = 140;
/** Pixels a board unit at which routes side by side are told apart by a finger. */
const CLOSE = 1.1;

export class Sight {
  readonly camera: Camera;
  /** Cities whose names come before others. */
  first: ReadonlySet<string> = new Set();
  private labels: Labels;
  /** What the drawing lies in, and is moved with: an element of HTML, as browsers keep none of SVG as a layer. */
  private readonly layer: HTMLElement;
  /** What is as large on the screen whatever the scale: told each for itself, for what the board is told all inherit. */
  private readonly sized: SVGElement[];
  private gliding = 0;
  private resting = 0;
  /** The scale at which the board is drawn now; while it moves it may be shown at another. */
  private drawn = 0;

  /** `frame`: how large `host` is; measured before the drawing was put into it, it need not be laid out for that. */
  constructor(
    readonly drawing: Drawing,
    private readonly host: HTMLElement,
    frame: Size,
    private readonly changed: () => void,
  ) {
    this.camera = new Camera(drawing.size, frame);
    this.labels = new Labels(drawing);
    this.layer = drawing.svg.parentElement!;
    this.sized = [...drawing.svg.querySelectorAll<SVGElement>(".route .hit, .city circle")];
  }

  /** Follows the size of its place on the page. */
  watch(resized: () => void = () => undefined): () => void {
    const watcher = new ResizeObserver(() => {
      this.camera.resize(sizeOf(this.host));
      resized();
      this.look();
    });
    watcher.observe(this.host);
    return () => {
      watcher.disconnect();
      this.hold();
    };
  }

  /** Writes the names of cities. */
  name(cities: readonly { id: string; name: string }[]): void {
    nameCities(this.drawing.svg, cities);
    this.labels = new Labels(this.drawing);
    this.labels.refresh(this.camera.scale, this.first);
  }

  /** Shows what the camera sees, drawn for its scale. */
  look(): void {
    clearTimeout(this.resting);
    const { scale } = this.camera;
    if (scale !== this.drawn) {
      const { svg, size } = this.drawing;
      svg.style.width = `${size.width * scale}px`;
      svg.style.height = `${size.height * scale}px`;
      for (const one of this.sized) one.style.setProperty("--pixel", String(1 / scale));
      this.drawn = scale;
    }
    this.labels.refresh(scale, this.first);
    this.place();
  }

  /** Shows what the camera sees while it moves: what is drawn is only shifted and stretched, as that costs nothing. */
  move(): void {
    this.place();
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.look(), REST);
  }

  private place(): void {
    const { corner, scale } = this.camera;
    const shift = `translate(${Math.round(corner.x)}px, ${Math.round(corner.y)}px)`;
    this.layer.style.transform = scale === this.drawn ? shift : `${shift} scale(${scale / this.drawn})`;
    this.changed();
  }

  /** A movement of the camera that the eye can follow. */
  glide(change: () => void, animated: boolean): void {
    this.hold();
    const from = this.camera.stand;
    change();
    const to = this.camera.stand;
    if (!animated) return this.look();
    const start = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, now - start) / GLIDE);
      this.camera.stand = between(from, to, part * part * (3 - 2 * part));
      if (part === 1) return this.look();
      this.place();
      this.gliding = requestAnimationFrame(step);
    };
    step(start);
  }

  /** A movement by hand ends what was under way. */
  hold(): void {
    cancelAnimationFrame(this.gliding);
    clearTimeout(this.resting);
  }

  /** Two taps: nearer, to a size that every route can be told apart at; and from there back to the whole board. */
  zoomIn(at: Point, moved: () => void): void {
    const { camera } = this;
    const box = this.host.getBoundingClientRect();
    if (camera.scale > CLOSE * 0.8 && camera.zoom > 1) camera.reset();
    else camera.zoomAt({ x: at.x - box.left, y: at.y - box.top }, Math.max(1.6, CLOSE / camera.scale));
    moved();
  }

  /** Which of these routes and cities lie under a finger (pixels of the window), the nearest first. */
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

export const sizeOf = (host: HTMLElement): Size => ({ width: host.clientWidth, height: host.clientHeight });

/** Scales are compared by their ratio, so that the movement looks even. */
function between(from: Stand, to: Stand, part: number): Stand {
  const scale = from.scale * (to.scale / from.scale) ** part;
  // Zooming in, the middle moves as the inverse of the scale does; then the board turns about one point.
  const way =
    Math.abs(to.scale - from.scale) < 1e-3 * from.scale
      ? part
      : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
  return { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, scale };
}
