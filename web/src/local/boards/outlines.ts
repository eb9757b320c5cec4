// Coasts, lakes, rivers and borders below a board, which move with its cities. Lengths are drawing units.
import type { LandOutlines } from "../../lib/types";
import type { Board } from "../../studio/model";
import { clipped, simplified, type Point } from "../studio/land";
import type { Ground } from "./layout";

/** Outlines of a part of the earth in degrees. */
export type Outlines = (west: number, south: number, east: number, north: number) => Promise<LandOutlines>;
export type Kind = "land" | "lakes" | "rivers" | "borders";
export type Lines = Record<Kind, Point[][]>;

/** How far outlines extend beyond the drawing or the frame. */
const BLEED = 24;
const FINE = 0.8;
/** The minimum area of islands and lakes, in square units. */
const SMALLEST = 14;
/** How often corners are cut, for lines with fewer points and longer pieces than these. */
const CUTS = 3;
const MANY = 4000;
const VISIBLE = 2.5;
const KINDS: Kind[] = ["land", "lakes", "rivers", "borders"];

export const isClosed = (kind: Kind): boolean => kind === "land" || kind === "lakes";

/** The outlines below a map or an inset of a board: the board's own, those of the earth, or none. */
export async function linesOf(board: Board, ground: Ground, outlines: Outlines): Promise<Lines> {
  const found: Partial<LandOutlines> = await degreesOf(board, ground, outlines);
  const [left, top, right, bottom] = ground.box;
  const frame = { west: left - BLEED, south: top - BLEED, east: right + BLEED, north: bottom + BLEED };
  const own = !!board.drawing?.land?.length;
  const soft = (kind: Kind): boolean => kind === "lakes" || kind === "rivers" || (own && kind === "land");
  const lines = (kind: Kind): Point[][] =>
    (found[kind] ?? [])
      .map((flat) => drawnLine(flat, ground))
      .map((line) => (soft(kind) ? smooth(line, isClosed(kind)) : line))
      .flatMap((line) => clipped(line, frame, isClosed(kind)))
      .map((line) => simplified(line, FINE))
      .filter((line) => (isClosed(kind) ? line.length > 2 && areaOf(line) > SMALLEST : line.length > 1));
  return Object.fromEntries(KINDS.map((kind) => [kind, lines(kind)])) as Lines;
}

async function degreesOf(
  board: Board,
  { region }: Ground,
  outlines: Outlines,
): Promise<Partial<LandOutlines>> {
  if (board.geography === false) return {};
  const own = board.drawing?.land ?? [];
  if (own.length) return { land: own };
  return outlines(region.west, region.south, region.east, region.north);
}

function drawnLine(flat: readonly number[], ground: Ground): Point[] {
  const line: Point[] = [];
  for (let at = 0; at < flat.length; at += 2) {
    const { x, y } = ground.at(flat[at]!, flat[at + 1]!);
    line.push([x, y]);
  }
  return line;
}

/** A line with its corners cut while its pieces are visible (Chaikin): the data has few points for some lines. */
function smooth(line: Point[], closed: boolean): Point[] {
  for (let round = 0; round < CUTS && line.length > 2 && line.length < MANY; round++) {
    const next = (n: number): Point => line[(n + 1) % line.length]!;
    const pieces = closed ? line.length : line.length - 1;
    const steps = Array.from({ length: pieces }, (_, n) =>
      Math.hypot(next(n)[0] - line[n]![0], next(n)[1] - line[n]![1]),
    ).sort((a, b) => a - b);
    if (steps[pieces >> 1]! < VISIBLE) break;
    const cut = Array.from({ length: pieces }, (_, n) =>
      [0.25, 0.75].map((part): Point => [
        line[n]![0] + (next(n)[0] - line[n]![0]) * part,
        line[n]![1] + (next(n)[1] - line[n]![1]) * part,
      ]),
    ).flat();
    line = closed ? cut : [line[0]!, ...cut.slice(1, -1), line.at(-1)!];
  }
  return line;
}

function areaOf(line: readonly Point[]): number {
  let [sum, [px, py]] = [0, line.at(-1)!];
  for (const [x, y] of line) {
    sum += px * y - x * py;
    [px, py] = [x, y];
  }
  return Math.abs(sum / 2);
}

/** Path data in half units, relative to the previous point. */
export function pathOf(lines: readonly Point[][], closed: boolean): string {
  return lines
    .map((line) => {
      let [px, py] = [0, 0];
      const steps = line.map(([x, y], n) => {
        const [nx, ny] = [Math.round(x * 2), Math.round(y * 2)];
        const text = n && nx === px && ny === py ? "" : `${(nx - px) / 2} ${(ny - py) / 2}`;
        [px, py] = [nx, ny];
        return text;
      });
      const [first, ...rest] = steps;
      return `M${first}l${rest.filter(Boolean).join(" ").replaceAll(" -", "-")}${closed ? "z" : ""}`;
    })
    .join("");
}
