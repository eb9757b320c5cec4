// City names at a readable size on any screen. Names that would be too small are enlarged at their cities; where they
// do not all fit, the more important ones stay.
import type { Point, Size } from "./camera";
import { cityKey, type Drawing } from "./drawing";
import { boxOfName, meet, type Box } from "./geometry";

/** The smallest size of a name on the screen, in pixels. */
export const LEAST = 11.5;
/** The space between an enlarged name and the edge of the board, in font sizes. */
const MARGIN = 0.4;

interface Label {
  city: string;
  element: SVGElement;
  at: Point;
  size: number;
  box: Box;
  text: string;
}

/** A name at its place. */
interface Placed {
  city: string;
  element: SVGElement;
  text: string;
  box: Box;
  enlarged: boolean;
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
    const placed = this.labels.map((label) => this.place(label, scale));
    const taken: Placed[] = [];
    const show = (one: Placed, shown: boolean): void => {
      one.element.classList.toggle("away", !shown);
      if (shown) taken.push(one);
    };
    // When nothing is enlarged, the drawing has space for all names.
    const fits = (one: Placed): boolean => !one.enlarged || !taken.some((other) => meet(one.box, other.box));
    const requested = placed.filter(({ city }) => first.has(city));
    for (const one of requested) show(one, fits(one));
    // Requested names are always shown; that of a country with several border cities at least once.
    for (const one of requested) if (!taken.some(({ text }) => text === one.text)) show(one, true);
    for (const one of placed) if (!first.has(one.city)) show(one, fits(one));
  }

  /** Enlarge a name if necessary. */
  private place({ city, element, at, size, box, text }: Label, scale: number): Placed {
    const factor = Math.max(1, LEAST / (size * scale));
    if (factor === 1) {
      element.removeAttribute("transform");
      return { city, element, text, box, enlarged: false };
    }
    const place = enlarged(box, at, factor, this.drawing.size, MARGIN * size * factor);
    element.setAttribute(
      "transform",
      `translate(${place.x - box.x * factor} ${place.y - box.y * factor}) scale(${factor})`,
    );
    return { city, element, text, box: place, enlarged: true };
  }
}

/** Enlarge a box around a point. If the board ends there, it moves to the other side of the point, or inward. */
function enlarged(box: Box, at: Point, factor: number, board: Size, margin: number): Box {
  const width = box.width * factor;
  const height = box.height * factor;
  const within = (start: number, size: number, most: number) =>
    Math.max(margin, Math.min(start, most - size - margin));
  const beside = at.x + (box.x - at.x) * factor;
  const opposite = 2 * at.x - beside - width;
  const inside = (start: number) => within(start, width, board.width) === start;
  // Names above or below their city only move inward.
  const flips = !inside(beside) && inside(opposite) && (box.x > at.x || box.x + box.width < at.x);
  return {
    x: within(flips ? opposite : beside, width, board.width),
    y: within(at.y + (box.y - at.y) * factor, height, board.height),
    width,
    height,
  };
}
