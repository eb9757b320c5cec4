// Drawings on a board: lines over routes, rings around cities, arrows between cities. Each color has its own dash
// pattern.
import type { Sketch } from "../lib/sketch";
import type { StudyMark } from "../lib/types";
import type { Point } from "./camera";
import { cityKey, routeKey, type Drawing } from "./drawing";
import { draw, layer } from "./svg";

const RING = 20;
/** Distances of an arrow's ends from the centers of its cities. */
const TAIL = 14;
const TIP = 16;
const HEAD = 20;

/** Show the drawings of a sketch, and the start of an unfinished arrow. */
export function showMarks(drawing: Drawing, sketch: Sketch | null | undefined): void {
  const drawn = (sketch?.marks ?? []).flatMap((mark) => shapes(drawing, mark));
  const start = sketch?.from ? drawing.points.get(cityKey(sketch.from)) : undefined;
  if (start) drawn.push(draw("circle", { class: "start", cx: start.x, cy: start.y, r: RING }));
  layer(drawing.svg, "drawn").replaceChildren(...drawn);
  drawing.svg.classList.toggle("sketching", Boolean(sketch?.tool));
}

/** The keys of the places that the tool can pick. */
export function placesFor(drawing: Drawing | null, sketch: Sketch): string[] {
  if (!drawing) return [];
  const cities = [...drawing.cities.keys()].map(cityKey);
  return sketch.tool === "arrow" ? cities : [...cities, ...[...drawing.routes.keys()].map(routeKey)];
}

function shapes(drawing: Drawing, { mark, color }: StudyMark): SVGElement[] {
  const [kind, first = "", second = ""] = mark.split(":");
  const line = (name: string, attributes: Record<string, string | number>): SVGElement[] => [
    draw(name, { ...attributes, class: "halo" }),
    draw(name, { ...attributes, class: `ink ink-${color}` }),
  ];
  if (kind === "route") {
    const track = drawing.routes.get(first)?.querySelector("path.hit")?.getAttribute("d");
    return track ? line("path", { d: track }) : [];
  }
  const from = drawing.points.get(cityKey(first));
  if (!from) return [];
  if (kind === "city") return line("circle", { cx: from.x, cy: from.y, r: RING });
  const to = drawing.points.get(cityKey(second));
  return to ? arrow(from, to).flatMap((d, part) => line("path", part ? { d, "data-head": "" } : { d })) : [];
}

/** The line and the head of an arrow between two cities. */
function arrow(from: Point, to: Point): [string, string] {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = { x: to.x - TIP * dx, y: to.y - TIP * dy };
  const side = (direction: 1 | -1): string =>
    `${tip.x - HEAD * dx + direction * 0.55 * HEAD * dy} ${tip.y - HEAD * dy - direction * 0.55 * HEAD * dx}`;
  return [
    `M${from.x + TAIL * dx} ${from.y + TAIL * dy}L${tip.x} ${tip.y}`,
    `M${side(1)}L${tip.x} ${tip.y}L${side(-1)}`,
  ];
}
