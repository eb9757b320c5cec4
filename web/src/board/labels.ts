// City names at a readable size on any screen. Names that would be too small are enlarged at their cities; where they
// do not all fit, the more important ones stay.
import type { Point, Size } from "./camera";
import { cityKey, type Drawing } from "./drawing";
import { boxOfName, meet, type Box } from "./geometry";

/** The smallest size of a name on the screen, in pixels. */
export const LEAST = 11.5;

interface Label {
  city: string;
  element: SVGElement;
  at: Point;
  size: number;
  box: Box;
  text: string;
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
    const order = [...this.labels].sort((a, b) => Number(first.has(b.city)) - Number(first.has(a.city)));
    const taken: (Box & { text: string })[] = [];
    for (const { city, element, at, size, box, text } of order) {
      const factor = Math.max(1, LEAST / (size * scale));
      const place = enlarged(box, at, factor, this.drawing.size);
      if (factor > 1) {
        element.setAttribute(
          "transform",
          `translate(${place.x - box.x * factor} ${place.y - box.y * factor}) scale(${factor})`,
        );
      } else element.removeAttribute("transform");
      // Requested names are always shown, but only once for a country with several adjacent border cities. When
      // nothing is enlarged, the drawing has space for all names.
      const under = (other: (typeof taken)[0]) =>
        meet(place, other) && (!first.has(city) || other.text === text);
      const shown = factor === 1 || !taken.some(under);
      element.classList.toggle("away", !shown);
      if (shown) taken.push({ ...place, text });
    }
  }
}

/** Enlarge a box around a point, and move it onto the board. */
function enlarged(box: Box, at: Point, factor: number, board: Size): Box {
  const width = box.width * factor;
  const height = box.height * factor;
  const inside = (start: number, size: number, most: number) => Math.max(0, Math.min(start, most - size));
  return {
    x: factor > 1 ? inside(at.x + (box.x - at.x) * factor, width, board.width) : box.x,
    y: factor > 1 ? inside(at.y + (box.y - at.y) * factor, height, board.height) : box.y,
    width,
    height,
  };
}
