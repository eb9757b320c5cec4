// The server's drawing and its elements by id. The client decorates it with classes and roles and never redraws it.
import type { Point, Size } from "./camera";
import { along, boxOf, corners, lengthOf, placeOf, type Box } from "./geometry";

/** The distance between points along a route, in board units. */
const STEP = 8;

/** The plate with the title of the board; some boards have none. */
export const TITLE = ".cartouche .plate";

export class Drawing {
  readonly routes = new Map<string, SVGGElement>();
  readonly cities = new Map<string, SVGGElement>();
  readonly labels = new Map<string, SVGElement>();
  /** Routes and cities by their keys (see below), with their positions. */
  readonly elements = new Map<string, SVGGElement>();
  readonly points = new Map<string, Point>();
  /** The center of every space of every route. */
  readonly slots: Point[];
  /** The plates of titles, which names and flags must not cover. */
  readonly titles: Box[];
  /** The flags of tickets, which names must not cover. */
  flags: readonly Box[] = [];
  /** The places of figures by city, which flags must not cover. */
  readonly figures = new Map<string, Box>();
  readonly size: Size;
  /** Points along the routes, calculated on demand. */
  private readonly courses = new Map<string, Point[]>();

  constructor(readonly svg: SVGSVGElement) {
    const box = svg.viewBox.baseVal;
    this.size = { width: box.width, height: box.height };
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("role", "group");
    crop(svg, this.size);
    for (const element of svg.querySelectorAll<SVGGElement>("[data-route]")) {
      const id = element.dataset.route!;
      this.routes.set(id, element);
      this.elements.set(routeKey(id), element);
      const [middle] = along(routePoints(element), [0.5]);
      if (middle) this.points.set(routeKey(id), middle);
    }
    this.slots = [...svg.querySelectorAll(".slot")].map(placeOf);
    this.titles = [...svg.querySelectorAll(TITLE)].map(boxOf);
    for (const element of svg.querySelectorAll<SVGGElement>("g.city[data-city]")) {
      const id = element.dataset.city!;
      this.cities.set(id, element);
      this.elements.set(cityKey(id), element);
      this.points.set(cityKey(id), placeOf(element));
    }
    for (const element of svg.querySelectorAll<SVGElement>(".label[data-city]")) {
      this.labels.set(element.dataset.city!, element);
    }
  }

  /** Null if the markup is not a drawing. */
  static read(markup: string): Drawing | null {
    const sheet = document.createElement("div");
    sheet.innerHTML = markup;
    const svg = sheet.querySelector("svg");
    return svg && new Drawing(svg);
  }

  /** A second line on the track, which turns it from one wide band into two thin edges. */
  edge(route: SVGGElement): void {
    if (route.querySelector(".inner")) return;
    const track = route.querySelector(".track");
    const inner = track?.cloneNode() as SVGElement | undefined;
    inner?.setAttribute("class", "inner");
    if (inner) track!.after(inner);
  }

  /** The distance of a point from the center of a city or from the line of a route. */
  distance(key: string, from: Point): number {
    const away = ({ x, y }: Point) => Math.hypot(x - from.x, y - from.y);
    return Math.min(...this.course(key).map(away));
  }

  /** Points along a route, or the single point of a city. */
  course(key: string): Point[] {
    const known = this.courses.get(key);
    if (known) return known;
    const element = this.elements.get(key);
    const point = this.points.get(key);
    let course = point ? [point] : [];
    if (element?.dataset.route) {
      const points = routePoints(element);
      const steps = Math.max(2, Math.ceil(lengthOf(points) / STEP));
      // Leave out the ends: they are cities, where many routes meet.
      course = along(
        points,
        Array.from({ length: steps - 1 }, (_, i) => (i + 1) / steps),
      );
    }
    this.courses.set(key, course);
    return course;
  }

  /** The positions of some routes and cities. */
  pointsOf(keys: string[]): Map<string, Point> {
    return new Map(
      keys.flatMap((key): [string, Point][] => {
        const point = this.points.get(key);
        return point ? [[key, point]] : [];
      }),
    );
  }
}

// Routes and cities share one map of points. No route id begins with these letters and a colon.
export const routeKey = (id: string): string => `route:${id}`;
export const cityKey = (id: string): string => `city:${id}`;

const routePoints = (route: SVGGElement): Point[] =>
  corners(route.querySelector("path.hit")?.getAttribute("d") ?? "");

/** Clip the geography to the frame of the drawing, whatever part of the board is in view. */
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
/** The id in a key. */
export const idOf = (key: string): string => key.slice(key.indexOf(":") + 1);
