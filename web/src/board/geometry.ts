// Positions in a drawing, read from its attributes. Asking the browser would force a layout of the whole drawing.
import type { Point, Size } from "./camera";

export interface Box extends Point, Size {}

/** The height of letters above and below the baseline, as a fraction of the font size. */
const ASCENT = 0.8;
const DESCENT = 0.22;

const numbers = (text: string): number[] => (text.match(/-?[0-9]+(?:[.][0-9]+)?/g) ?? []).map(Number);

/** The corners of a path of straight lines between absolute points, such as those of routes. */
export function corners(path: string): Point[] {
  const all = numbers(path);
  return Array.from({ length: all.length >> 1 }, (_, i) => ({ x: all[2 * i]!, y: all[2 * i + 1]! }));
}

/** The points at these fractions (0 to 1) of a line through some corners; empty if there are no corners. */
export function along(points: readonly Point[], parts: readonly number[]): Point[] {
  if (!points.length) return [];
  const lengths = points.slice(1).map(({ x, y }, i) => Math.hypot(x - points[i]!.x, y - points[i]!.y));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  return parts.map((part) => {
    let rest = part * whole;
    let leg = 0;
    while (leg < lengths.length - 1 && rest > lengths[leg]!) rest -= lengths[leg++]!;
    const [from, to] = [points[leg]!, points[leg + 1] ?? points[leg]!];
    const fraction = lengths[leg] ? rest / lengths[leg]! : 0;
    return { x: from.x + (to.x - from.x) * fraction, y: from.y + (to.y - from.y) * fraction };
  });
}

export const lengthOf = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, { x, y }, i) => sum + Math.hypot(x - points[i]!.x, y - points[i]!.y), 0);

/** Whether two boxes overlap. */
export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The distance of a point from a box; 0 inside. */
export function distanceTo(box: Box, { x, y }: Point): number {
  const across = Math.max(box.x - x, 0, x - box.x - box.width);
  const down = Math.max(box.y - y, 0, y - box.y - box.height);
  return Math.hypot(across, down);
}

/** A box with more space on each side. */
export const widened = ({ x, y, width, height }: Box, across: number, down = across): Box => ({
  x: x - across,
  y: y - down,
  width: width + 2 * across,
  height: height + 2 * down,
});

/** Whether the first box contains the second. */
export const contains = (outer: Box, { x, y, width, height }: Box): boolean =>
  x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height;

/** The offset of an element's `translate`. */
export function placeOf(element: Element): Point {
  const [x = 0, y = 0] = numbers(
    /translate[(]([^)]*)/.exec(element.getAttribute("transform") ?? "")?.[1] ?? "",
  );
  return { x, y };
}

/** The box of a rectangle. */
export function boxOf(rect: Element): Box {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(rect.getAttribute(name)));
  return { x: x!, y: y!, width: width!, height: height! };
}

/** The box of a name of one or more lines, each as long as the drawing says. */
export function boxOfName(text: Element): Box {
  const size = Number(text.getAttribute("font-size"));
  const anchor = { middle: 0.5, end: 1 }[text.getAttribute("text-anchor") ?? ""] ?? 0;
  const lines = [...text.querySelectorAll("tspan")].map((line) => {
    const [x, y, width] = ["x", "y", "textLength"].map((name) => Number(line.getAttribute(name)));
    return { x: x! - anchor * width!, y: y!, width: width! };
  });
  const x = Math.min(...lines.map((line) => line.x));
  const y = Math.min(...lines.map((line) => line.y)) - ASCENT * size;
  return {
    x,
    y,
    width: Math.max(...lines.map((line) => line.x + line.width)) - x,
    height: Math.max(...lines.map((line) => line.y)) + DESCENT * size - y,
  };
}
