// The drawing that came from the server, and its elements by id. It is decorated with classes and roles, never redrawn.
import type { Point, Size } from "./camera";

/** Between two points of a route, in board units. */
const STEP = 8;
const PIECES = ".train use, .station use";

export class Drawing {
  readonly routes = new Map<string, SVGGElement>();
  readonly cities = new Map<string, SVGGElement>();
  readonly labels = new Map<string, SVGElement>();
  /** Routes and cities by their keys (see below), and where each is. */
  readonly elements = new Map<string, SVGGElement>();
  readonly points = new Map<string, Point>();
  /** The middle of every space of every route. */
  readonly slots: Point[] = [];
  readonly size: Size;
  /** Points along the routes, as far as somebody has asked how far from one they are. */
  private readonly courses = new Map<string, Point[]>();
  /** Trains and stations that are not there yet: copies of one that a browser makes even of what is hidden, at a price. */
  private readonly pieces = new Map<SVGUseElement, string>();

  constructor(readonly svg: SVGSVGElement) {
    const box = svg.viewBox.baseVal;
    this.size = { width: box.width, height: box.height };
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("role", "group");
    crop(svg, this.size);
    // First all that is written, then all that is measured: in turns, each would have the browser lay out all again.
    const routes = svg.querySelectorAll<SVGGElement>("[data-route]");
    for (const element of routes) line(element);
    for (const piece of svg.querySelectorAll<SVGUseElement>(PIECES)) {
      this.pieces.set(piece, piece.getAttribute("href") ?? "");
      piece.removeAttribute("href");
    }
    for (const element of routes) {
      const id = element.dataset.route!;
      this.routes.set(id, element);
      this.elements.set(routeKey(id), element);
      const path = element.querySelector<SVGPathElement>("path.hit");
      if (path) this.points.set(routeKey(id), path.getPointAtLength(path.getTotalLength() / 2));
    }
    for (const slot of svg.querySelectorAll<SVGGElement>(".slot")) {
      const { e: x, f: y } = slot.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
      this.slots.push({ x, y });
    }
    for (const element of svg.querySelectorAll<SVGGElement>("g.city[data-city]")) {
      const id = element.dataset.city!;
      this.cities.set(id, element);
      this.elements.set(cityKey(id), element);
      const dot = element.querySelector<SVGGraphicsElement>(".hit, .dot");
      if (dot) this.points.set(cityKey(id), middle(dot, svg));
    }
    for (const element of svg.querySelectorAll<SVGElement>(".label[data-city]")) {
      this.labels.set(element.dataset.city!, element);
    }
  }

  /** Puts the trains of a route or the station of a city in their places; until somebody owns it they are not there. */
  furnish(element: SVGGElement): void {
    for (const piece of element.querySelectorAll<SVGUseElement>(PIECES)) {
      const href = this.pieces.get(piece);
      if (href === undefined) continue;
      piece.setAttribute("href", href);
      this.pieces.delete(piece);
    }
  }

  /** How far a point is from the middle of a city, or from the line of a route. */
  distance(key: string, from: Point): number {
    const away = ({ x, y }: Point) => Math.hypot(x - from.x, y - from.y);
    return Math.min(...this.course(key).map(away));
  }

  /** Points along a route, or the one of a city. */
  course(key: string): Point[] {
    const known = this.courses.get(key);
    if (known) return known;
    const path = this.elements.get(key)?.querySelector<SVGPathElement>("path.hit");
    const point = this.points.get(key);
    let course = point ? [point] : [];
    if (path) {
      const length = path.getTotalLength();
      const steps = Math.max(2, Math.ceil(length / STEP));
      course = Array.from({ length: steps + 1 }, (_, i) => path.getPointAtLength((length * i) / steps));
      // The ends are the cities, where many routes meet.
      course = course.slice(1, -1);
    }
    this.courses.set(key, course);
    return course;
  }

  /** The places of some routes and cities. */
  pointsOf(keys: string[]): Map<string, Point> {
    return new Map(
      keys.flatMap((key): [string, Point][] => {
        const point = this.points.get(key);
        return point ? [[key, point]] : [];
      }),
    );
  }
}

// Routes and cities share one map of points; a route id never begins with these letters and a colon.
export const routeKey = (id: string): string => `route:${id}`;
export const cityKey = (id: string): string => `city:${id}`;

/** A second line on the track: with it the track can become two thin edges instead of one broad band. */
function line(route: SVGGElement): void {
  const track = route.querySelector(".track");
  const inner = track?.cloneNode() as SVGElement | undefined;
  inner?.setAttribute("class", "inner");
  if (inner) track!.after(inner);
}

/** Nothing of the geography is seen outside the frame of the drawing, whatever part of the board is in view. */
function crop(svg: SVGSVGElement, { width, height }: Size): void {
  const namespace = "http://www.w3.org/2000/svg";
  const clip = document.createElementNS(namespace, "clipPath");
  const rect = document.createElementNS(namespace, "rect");
  clip.id = "board-edge";
  rect.setAttribute("width", String(width));
  rect.setAttribute("height", String(height));
  clip.append(rect);
  svg.prepend(clip);
  svg.querySelector(".geography")?.setAttribute("clip-path", "url(#board-edge)");
}

function middle(element: SVGGraphicsElement, svg: SVGSVGElement): Point {
  const box = element.getBBox();
  const own = element.getScreenCTM();
  const root = svg.getScreenCTM();
  const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (!own || !root) return point;
  return point.matrixTransform(own).matrixTransform(root.inverse());
}
