// City names at a readable size on any screen. Names that would be too small are enlarged at their cities; where they
// do not all fit, the more important ones stay.
import type { Point, Size } from "./camera";
import { cityKey, type Drawing } from "./drawing";
import { boxOfName, meet, type Box } from "./geometry";

/** The smallest size of a name on the screen, in pixels. */
export const LEAST = 11.5;
/** The space between an enlarged name and the edge of the board, in font sizes. */
const MARGIN = 0.4;
/** The radius of a city's dot, in board units. */
const DOT = 8;

interface Label {
  city: string;
  element: SVGElement;
  at: Point;
  size: number;
  box: Box;
  text: string;
}

/** A name at a possible place. */
interface Placed {
  box: Box;
  /** Of the drawing to this place; empty if the name stays as it is drawn. */
  transform: string;
}

export class Labels {
  private readonly labels: Label[];
  private done = "";

  constructor(private readonly drawing: Drawing) {
    this.labels = [...drawing.labels].flatMap(([city, element]) => {
      const at = drawing.points.get(cityKey(city));
      if (!at) return [];
      const size = Number(element.getAttribute("font-size"));
      return [{ city, element, at, size, box: boxOfName(element), text: element.textContent }];
    });
  }

  /** Fit the names to a scale (pixels per board unit); the names of `first` have priority. */
  refresh(scale: number, first: ReadonlySet<string>): void {
    const now = `${scale.toFixed(4)} ${[...first].join()}`;
    if (now === this.done) return;
    this.done = now;
    const taken: Box[] = [];
    const shown = new Set<Label>();
    const told = new Set<string>();
    const show = (label: Label, must = false): void => {
      const places = this.places(label, scale);
      const faults = ({ box }: Placed) =>
        2 * taken.filter((other) => meet(box, other)).length + this.covered(box, label);
      // When nothing is enlarged, the drawing has space for all names.
      const counts = places[0]!.transform ? places.map(faults) : [0];
      const least = Math.min(...counts);
      const place = least === 0 || must ? places[counts.indexOf(least)] : undefined;
      label.element.classList.toggle("away", !place);
      if (!place) return;
      if (place.transform) label.element.setAttribute("transform", place.transform);
      else label.element.removeAttribute("transform");
      taken.push(place.box);
      shown.add(label);
      told.add(label.text);
    };
    // Requested names are always shown, that of a country with several border cities once; then all others that fit.
    const requested = this.labels.filter(({ city }) => first.has(city));
    for (const one of requested) if (!told.has(one.text)) show(one);
    for (const one of requested) if (!told.has(one.text)) show(one, true);
    for (const one of this.labels) if (!first.has(one.city)) show(one);
    for (const one of requested) if (!shown.has(one)) show(one);
  }

  /** The places where a name can be, the best first: as drawn or enlarged there, else on another side of its city. */
  private places({ at, size, box }: Label, scale: number): Placed[] {
    const factor = Math.max(1, LEAST / (size * scale));
    if (factor === 1) return [{ box, transform: "" }];
    return sides(box, at, factor, this.drawing.size, MARGIN * size * factor).map((place) => ({
      box: place,
      transform: `translate(${place.x - box.x * factor} ${place.y - box.y * factor}) scale(${factor})`,
    }));
  }

  /** The number of other cities whose dots a name would cover. */
  private covered({ x, y, width, height }: Box, own: Label): number {
    const covers = ({ at }: Label) =>
      at.x > x - DOT && at.x < x + width + DOT && at.y > y - DOT && at.y < y + height + DOT;
    return this.labels.filter((label) => label !== own && covers(label)).length;
  }
}

/** A box enlarged around a point, and on the other sides of the point; all moved inward if the board ends there. */
function sides(box: Box, at: Point, factor: number, board: Size, margin: number): Box[] {
  const width = box.width * factor;
  const height = box.height * factor;
  const within = (start: number, size: number, most: number) =>
    Math.max(margin, Math.min(start, most - size - margin));
  const beside = at.x + (box.x - at.x) * factor;
  const level = at.y + (box.y - at.y) * factor;
  const opposite = 2 * at.x - beside - width;
  const aside = box.x > at.x || box.x + box.width < at.x;
  const gap = aside ? Math.max(beside - at.x, at.x - beside - width) : Math.max(DOT, margin);
  const around: Point[] = [
    { x: beside, y: level },
    { x: aside ? opposite : at.x + gap, y: aside ? level : at.y - height / 2 },
    { x: at.x - width / 2, y: at.y - gap - height },
    { x: at.x - width / 2, y: at.y + gap },
  ];
  const inside = ({ x, y }: Point) =>
    within(x, width, board.width) === x && within(y, height, board.height) === y;
  // A side on which the name must move inward comes last, since it may then lie on its own city.
  around.sort((a, b) => Number(inside(b)) - Number(inside(a)));
  return around.map(({ x, y }) => ({
    x: within(x, width, board.width),
    y: within(y, height, board.height),
    width,
    height,
  }));
}
