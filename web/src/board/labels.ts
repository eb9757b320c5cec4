// City names at a readable size on any screen. Names that would be too small are enlarged at their cities; where they
// do not all fit, the more important ones stay. On a zoomed-in board, names stop growing at a limit.
import type { Point } from "./camera";
import { cityKey, type Drawing } from "./drawing";
import { boxOfName, contains, distanceTo, overlap, widened, type Box } from "./geometry";
import { boxesAround } from "./naming";
import { moveFlags } from "./pins";

/** The smallest size of a name on the screen, in pixels. */
export const MIN_SIZE = 11.5;
/** The size at which names stop growing on a zoomed-in board, unless the whole board already shows them larger. */
export const MAX_SIZE = 16;
/** The space between a moved name and an edge, in font sizes. */
const MARGIN = 0.4;
/** The space between two names, in font sizes: with less of it, names on one line read as one. */
const APART = { across: 0.7, down: 0.15 };
/** The radius of a city's dot, and the distance from its center to a name beside it, in board units. */
const DOT = 8;
const NEAR = 10.6;
/** The space between a name and a flag, in board units. */
const CLOSE = 4;
/** A name's distance to its own dot must be less than this fraction of its distance to any other dot. */
const CLEARLY = 0.85;

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
  /** From the drawn position to this place; empty if the name stays where it was drawn. */
  transform: string;
  /** Whether this is another place than the drawn one, where the drawing may have no space for it. */
  moved: boolean;
  /** What is wrong with the place, weighted; 0 for a good one. */
  faults: number;
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

  /**
   * Fit the names to a scale (pixels per board unit); the names of `first` have priority. `view`: the part of the board
   * whose edges must not cut names; null for a view that the user chose and may still move. `whole`: the scale at which
   * the whole board is visible.
   */
  refresh(scale: number, first: ReadonlySet<string>, view: Box | null = null, whole = scale): void {
    const state = () =>
      JSON.stringify([scale.toFixed(4), whole.toFixed(4), [...first], view, this.drawing.flags]);
    if (state() === this.done) return;
    const taken: Box[] = [...this.drawing.titles];
    const moved: Box[] = [];
    const names: Box[] = [];
    const shown = new Set<Label>();
    const told = new Set<string>();
    const show = (label: Label, must = false): void => {
      const factor = resizing(label, scale, whole);
      const place = this.place(label, factor, taken, moved, view);
      const visible = must || !place.faults;
      label.element.classList.toggle("away", !visible);
      if (!visible) return;
      if (place.transform) label.element.setAttribute("transform", place.transform);
      else label.element.removeAttribute("transform");
      const letter = label.size * factor;
      names.push(widened(place.box, CLOSE));
      if (place.moved) moved.push(place.box);
      taken.push(widened(place.box, APART.across * letter, APART.down * letter));
      shown.add(label);
      told.add(label.text);
    };
    // Requested names are always shown, that of a country with several border cities once; then all others that fit.
    const requested = this.labels.filter(({ city }) => first.has(city));
    for (const one of requested) if (!told.has(one.text)) show(one);
    for (const one of requested) if (!told.has(one.text)) show(one, true);
    for (const one of this.labels) if (!first.has(one.city)) show(one);
    for (const one of requested) if (!shown.has(one)) show(one);
    moveFlags(this.drawing, names);
    this.done = state();
  }

  /** The best place for a name: as drawn or enlarged there if possible, else where it covers the fewest spaces. */
  private place(
    label: Label,
    factor: number,
    taken: readonly Box[],
    moved: readonly Box[],
    view: Box | null,
  ): Placed {
    const { at, size, box } = label;
    const all = { x: 0, y: 0, ...this.drawing.size };
    const seen = view && distanceTo(view, at) === 0 ? view : null;
    const cut = (name: Box) => view && (seen ? !contains(seen, name) : overlap(view, name));
    const transformTo = ({ x, y }: Box): string =>
      factor === 1 && x === box.x && y === box.y
        ? ""
        : `translate(${x - box.x * factor} ${y - box.y * factor}) scale(${factor})`;
    const drawn = resized(box, factor, factor < 1 ? nearest(box, at) : at);
    // When nothing is enlarged, the drawing has space for all names that were not moved.
    if (factor <= 1 && !cut(drawn) && !moved.some((other) => overlap(drawn, other)))
      return { box: drawn, transform: transformTo(drawn), moved: false, faults: 0 };
    const inner = widened(seen ?? all, -MARGIN * size * factor);
    // Nothing farther away can overlap any of the places.
    const near = widened({ ...at, width: 0, height: 0 }, 2 * (drawn.width + drawn.height));
    const rivals = this.labels.filter((other) => other !== label && distanceTo(near, other.at) === 0);
    const others = taken.filter((other) => overlap(near, other));
    const flags = this.drawing.flags.filter((flag) => overlap(near, flag));
    const spaces = this.drawing.slots.filter((slot) => distanceTo(near, slot) === 0);
    const faults = (name: Box) =>
      3 * Number(cut(name)) +
      4 * others.filter((other) => overlap(name, other)).length +
      flags.filter((flag) => overlap(name, flag)).length +
      2 * Number(misleads(name, label, rivals));
    const places = [drawn, ...boxesAround(at, drawn, NEAR * Math.sqrt(Math.max(1, factor)))].map((name) => {
      const within = movedInto(inner, name);
      return { box: within, faults: faults(within) };
    });
    const least = Math.min(...places.map((one) => one.faults));
    const good = places.filter((one) => one.faults === least);
    const costs = good.map(({ box }) => spaces.filter((space) => distanceTo(box, space) < DOT).length);
    const best = good[costs.indexOf(Math.min(...costs))]!;
    const { x, y } = best.box;
    return { ...best, transform: transformTo(best.box), moved: x !== drawn.x || y !== drawn.y };
  }
}

/** Whether a name covers a dot, or is not clearly nearer to its own city's dot than to all others. */
function misleads(name: Box, own: Label, rivals: readonly Label[]): boolean {
  const near = distanceTo(name, own.at);
  return near < DOT || rivals.some(({ at }) => distanceTo(name, at) * CLEARLY < near);
}

/** The factor by which a name is enlarged or reduced. */
function resizing({ size }: Label, scale: number, whole: number): number {
  const most = Math.max(MAX_SIZE, size * whole);
  return Math.max(MIN_SIZE, Math.min(size * scale, most)) / (size * scale);
}

/** A box that is larger or smaller by a factor, with a point that stays in place. */
const resized = ({ x, y, width, height }: Box, factor: number, fixed: Point): Box => ({
  x: fixed.x + (x - fixed.x) * factor,
  y: fixed.y + (y - fixed.y) * factor,
  width: width * factor,
  height: height * factor,
});

/** The point of a box that is nearest to another point. */
const nearest = ({ x, y, width, height }: Box, to: Point): Point => ({
  x: Math.max(x, Math.min(to.x, x + width)),
  y: Math.max(y, Math.min(to.y, y + height)),
});

/** A box moved into another one, as far as it extends beyond it. */
function movedInto(outer: Box, { x, y, width, height }: Box): Box {
  const within = (start: number, least: number, most: number) => Math.max(least, Math.min(start, most));
  return {
    x: within(x, outer.x, outer.x + outer.width - width),
    y: within(y, outer.y, outer.y + outer.height - height),
    width,
    height,
  };
}
