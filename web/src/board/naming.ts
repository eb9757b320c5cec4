// City names in the language of the page. The drawing has space for the names of the board. Another name takes the
// same place or, if it is longer and would overlap something, a free place around or closer to its city.
import type { Point, Size } from "./camera";
import { TITLE } from "./drawing";
import { boxOf, contains, distanceTo, overlap, placeOf, widened, type Box } from "./geometry";
import { CAP, DROP, widthOf } from "./letters";

/** The height of a line in the drawing as a fraction of the font size (drawing/measure.py). */
const LEADING = 17.6 / 19;
/** The distance from the center of a city to its name, and the clearance around names. */
const NEAR = 10.6;
const CLEAR = 0.8;
const CITY = 8.5 + CLEAR;
/** Half the length and half the width of a space. */
const SPACE = { along: 18 + CLEAR, across: 6.5 + CLEAR };

/** How far letters may be condensed where a name does not fit otherwise. */
const NARROWER = [1, 0.9, 0.8];

/** Possible positions of a name relative to its city, in halves of its box, best first. */
const PLACES = [
  ...[0, -0.5, 0.5, -1, 1].flatMap((y) => [
    [1, y],
    [-1, y],
  ]),
  ...[0, -0.3, 0.3, -0.6, 0.6, -0.85, 0.85].flatMap((x) => [
    [x, -1],
    [x, 1],
  ]),
] as [number, number][];

/** The boxes of a size around a point at some distance, best first. */
export const boxesAround = (at: Point, { width, height }: Size, far: number): Box[] =>
  PLACES.map(([x, y]) => ({
    x: at.x + x * (width / 2 + far) - width / 2,
    y: at.y + y * (height / 2 + far) - height / 2,
    width,
    height,
  }));

/** A space: its center, and the direction of its track. */
interface Space extends Point {
  cos: number;
  sin: number;
}

/** The parts of a drawing other than names that can be moved. */
export interface Obstacles extends Size {
  spaces: Space[];
  cities: Point[];
  boxes: Box[];
}

/** The layout of a name: its lines, centered in a box. */
export interface NameLayout extends Box {
  lines: string[];
}

/** A name to write at a city whose drawing has another one. */
export interface CityName {
  name: string;
  size: number;
  at: Point;
  /** The name on the board, and the side of its box where the city is. */
  drawn: NameLayout;
  side: "start" | "middle" | "end";
}

/** A name in one line, and in two if it has a space or a hyphen to break at. */
function breaksOf(name: string): string[][] {
  const two = [...name.matchAll(/[ -]/g)].map(({ 0: sign, index }) => [
    name.slice(0, index + (sign === "-" ? 1 : 0)),
    name.slice(index + 1),
  ]);
  return [[name], ...two.filter((lines) => lines.every(({ length }) => length > 1))];
}

const boxSize = (lines: string[], size: number, part = 1): Size => ({
  width: part * Math.max(...lines.map((line) => widthOf(line, size))),
  height: size * (CAP + DROP + (lines.length - 1) * LEADING),
});

/** The name in the place of the board's name, with the same number of lines if possible. */
function inPlace({ name, size, drawn, side }: CityName, part: number): NameLayout {
  const lines = breaksOf(name).findLast((one) => one.length === drawn.lines.length) ?? [name];
  const { width, height } = boxSize(lines, size, part);
  const more = drawn.width - width;
  return {
    lines,
    x: drawn.x + { start: 0, middle: more / 2, end: more }[side],
    y: drawn.y + (drawn.height - height) / 2,
    width,
    height,
  };
}

const around = ({ name, size, at }: CityName, part: number): NameLayout[] =>
  breaksOf(name).flatMap((lines) => {
    const boxes = boxesAround(at, boxSize(lines, size, part), NEAR);
    return boxes.map((box) => ({ lines, ...box }));
  });

/** Find a place for each name: that of the board's name, unless it would overlap something or leave the board. */
export function placeNames(wanted: ReadonlyMap<string, CityName>, board: Obstacles): Map<string, NameLayout> {
  const placed = new Map([...wanted].map(([city, one]) => [city, inPlace(one, 1)]));
  const all = { x: 0, y: 0, ...board };
  for (const [city, one] of wanted) {
    const near = [...board.boxes, ...[...placed].flatMap(([id, box]) => (id === city ? [] : [box]))];
    const cost = (box: Box): number =>
      board.spaces.filter((space) => overlaps(box, space)).length +
      board.cities.filter((dot) => distanceTo(box, dot) < CITY).length +
      near.filter((other) => overlap(widened(box, CLEAR), other)).length +
      (contains(all, box) ? 0 : 9);
    let best = placed.get(city)!;
    let least = cost(best);
    for (const part of NARROWER) {
      for (const way of least ? [inPlace(one, part), ...around(one, part)] : []) {
        const now = cost(way);
        if (now < least) [best, least] = [way, now];
      }
    }
    placed.set(city, best);
  }
  return placed;
}

/** Whether a box and a space overlap (no side of either separates them). */
function overlaps({ x, y, width, height }: Box, { x: toX, y: toY, cos, sin }: Space): boolean {
  const [across, down] = [width / 2, height / 2];
  const [dx, dy] = [toX - x - across, toY - y - down];
  const [c, s] = [Math.abs(cos), Math.abs(sin)];
  return (
    Math.abs(dx) < across + SPACE.along * c + SPACE.across * s &&
    Math.abs(dy) < down + SPACE.along * s + SPACE.across * c &&
    Math.abs(dx * cos + dy * sin) < SPACE.along + across * c + down * s &&
    Math.abs(dy * cos - dx * sin) < SPACE.across + across * s + down * c
  );
}

/** The original names of the drawing, by their elements. */
const originals = new WeakMap<Element, Element>();

/** Write the names of cities onto a drawing. `labels`: its names, which need not be in the drawing yet. */
export function nameCities(
  svg: SVGSVGElement,
  cities: readonly { id: string; name: string }[],
  labels: Iterable<SVGElement> = svg.querySelectorAll<SVGElement>(".label[data-city]"),
): void {
  const names = new Map(cities.map(({ id, name }) => [id, name]));
  const dots = new Map(
    [...svg.querySelectorAll<SVGElement>("g.city[data-city]")].map((dot) => [
      dot.dataset.city!,
      placeOf(dot),
    ]),
  );
  const wanted = new Map<string, CityName>();
  const elements = new Map<string, Element>();
  const boxes = [...svg.querySelectorAll(TITLE)].map(boxOf);
  for (const element of labels) {
    const city = element.dataset.city!;
    const original = originals.get(element) ?? (element.cloneNode(true) as Element);
    originals.set(element, original);
    const name = names.get(city) ?? "";
    const at = dots.get(city);
    const drawn = writtenOf(original);
    element.replaceChildren(...[...original.cloneNode(true).childNodes]);
    const side = original.getAttribute("text-anchor") as CityName["side"] | null;
    if (side) element.setAttribute("text-anchor", side);
    else element.removeAttribute("text-anchor");
    if (!name || !at || letters(name) === letters(drawn.lines.join(""))) boxes.push(drawn);
    else {
      wanted.set(city, { name, at, drawn, size: sizeOf(original), side: side ?? "start" });
      elements.set(city, element);
    }
  }
  if (!wanted.size) return;
  const { width, height } = svg.viewBox.baseVal;
  const spaces = [...svg.querySelectorAll(".slot")].map(spaceOf);
  const placed = placeNames(wanted, { width, height, spaces, cities: [...dots.values()], boxes });
  for (const [city, written] of placed) write(elements.get(city)!, written);
}

const letters = (name: string): string => name.replace(/[ -]/g, "");
const sizeOf = (label: Element): number => Number(label.getAttribute("font-size"));
const numbersOf = (element: Element, names: string[]): number[] =>
  names.map((name) => Number(element.getAttribute(name)));

/** The position of a name in the drawing. */
function writtenOf(label: Element): NameLayout {
  const size = sizeOf(label);
  const spans = [...label.querySelectorAll("tspan")];
  const lines = spans.map((span) => span.textContent);
  const width = Math.max(...spans.map((span) => Number(span.getAttribute("textLength"))));
  const [x, y] = numbersOf(spans[0]!, ["x", "y"]);
  const part = { middle: 0.5, end: 1 }[label.getAttribute("text-anchor") ?? ""] ?? 0;
  return { lines, x: x! - part * width, y: y! - CAP * size, width, height: boxSize(lines, size).height };
}

function spaceOf(slot: Element): Space {
  const turned = /rotate[(]([^)]*)/.exec(slot.getAttribute("transform") ?? "")?.[1];
  const angle = (Number(turned ?? 0) * Math.PI) / 180;
  return { ...placeOf(slot), cos: Math.cos(angle), sin: Math.sin(angle) };
}

function write(label: Element, { lines, x, y, width }: NameLayout): void {
  const size = sizeOf(label);
  const part = width / boxSize(lines, size).width;
  const [first] = label.querySelectorAll("tspan");
  label.setAttribute("text-anchor", "middle");
  label.replaceChildren(
    ...lines.map((line, i) => {
      const span = first!.cloneNode() as Element;
      span.setAttribute("x", (x + width / 2).toFixed(1));
      span.setAttribute("y", (y + (CAP + i * LEADING) * size).toFixed(1));
      span.setAttribute("textLength", (widthOf(line, size) * part).toFixed(1));
      span.setAttribute("lengthAdjust", "spacingAndGlyphs");
      span.textContent = line;
      return span;
    }),
  );
}

/** Write the title of the board, in the size that `_cartouche` in drawing/svg.py would use. */
export function entitle(svg: SVGSVGElement, name: string): void {
  const [title, plate] = [".cartouche .title", TITLE].map((part) => svg.querySelector(part));
  if (!title || !plate) return;
  const { width, height } = boxOf(plate);
  const written = name.toLocaleUpperCase(document.documentElement.lang);
  const size = Math.min(height * 0.46, (width * 0.78) / Math.max(widthOf(written, 1) * 1.22, 0.1));
  const length = widthOf(written, size) * 1.04 + size * 0.16 * (written.length - 1);
  title.textContent = written;
  title.setAttribute("font-size", size.toFixed(1));
  title.setAttribute("textLength", Math.min(length, width * 0.84).toFixed(0));
}
