// The drawing of a board without a server, with the same elements as a server's drawing
// (src/whistlestop/drawing/svg.py).
import type { LandOutlines } from "../../lib/types";
import type { Board, Route } from "../../studio/model";
import { layoutOf, RADIUS, SIZE, type Label, type Layout, type Slot } from "./layout";

/** The parts that all drawings share, as written by `whistlestop site`. */
export interface Art {
  /** Style sheets of drawings and of thumbnails, by palette. */
  whole: Record<string, string>;
  thumbnail: Record<string, string>;
  /** Definitions of pieces and faces. */
  symbols: string;
  /** The colors for the ground of districts. */
  tones: string[];
  /** The mark of a mountain route across a space. */
  cross: string;
}
/** Outlines of a part of the earth in degrees. */
export type Outlines = (west: number, south: number, east: number, north: number) => Promise<LandOutlines>;

const PLAIN = "paper";
const BANDS = ["shallow-3", "rim-2", "shallow-2", "rim-1", "shallow-1"];
/** How far outlines extend beyond the drawing, as a fraction of its size, because their edges are clipped there. */
const BEYOND = 0.3;

const n = (value: number): string => value.toFixed(1).replace(/[.]0$/, "");
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[one]!);

export interface Drawings {
  whole: string;
  thumbnail: string;
}

export async function drawingsOf(board: Board, art: Art, outlines: Outlines): Promise<Drawings> {
  const layout = layoutOf(board);
  const lines = pathsOf(await linesOf(board, layout, outlines), layout);
  return { whole: whole(board, layout, lines, art), thumbnail: thumbnail(board, layout, lines, art) };
}

/** The outlines below a board, in degrees: the board's own, those of the earth, or none. */
async function linesOf(board: Board, layout: Layout, outlines: Outlines): Promise<Partial<LandOutlines>> {
  if (board.geography === false) return {};
  const own = board.drawing?.land ?? [];
  if (own.length) return { land: own };
  const [lats, lons] = [board.cities.map(({ lat }) => lat), board.cities.map(({ lon }) => lon)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const more =
    Math.max(north - south, (east - west) * (layout.plane.at({ lon: 1, lat: 0 }).x / 100), 0.1) * BEYOND;
  return outlines(
    Math.max(-180, west - 2 * more),
    Math.max(-85, south - more),
    Math.min(180, east + 2 * more),
    Math.min(85, north + more),
  );
}

type Lines = Record<"land" | "lakes" | "rivers" | "borders", string>;

function pathsOf(found: Partial<LandOutlines>, layout: Layout): Lines {
  const path = (kind: keyof Lines): string =>
    (found[kind] ?? [])
      .map((line) => {
        let text = "";
        for (let at = 0; at < line.length; at += 2) {
          const { x, y } = layout.at(line[at]!, line[at + 1]!);
          text += `${at ? "L" : "M"}${n(x)} ${n(y)}`;
        }
        return kind === "land" || kind === "lakes" ? `${text}z` : text;
      })
      .join("");
  return { land: path("land"), lakes: path("lakes"), rivers: path("rivers"), borders: path("borders") };
}

function head({ name, drawing }: Board, { width, height }: Layout): string {
  const palette = drawing?.palette ?? PLAIN;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="board${palette === PLAIN ? "" : ` in-${palette}`}" ` +
    `viewBox="0 0 ${width} ${height}" role="group" aria-label="${escaped(name)}">`
  );
}

function whole(board: Board, layout: Layout, lines: Lines, art: Art): string {
  const { width: w, height: h } = layout;
  const frame = (at: number, more: string): string =>
    `<rect class="frame${more} x="${at}" y="${at}" width="${w - 2 * at}" height="${h - 2 * at}"/>`;
  const ground = lines.land
    ? [
        ...BANDS.map((band) => `<use href="#land" class="shore ${band}"/>`),
        '<use href="#land" class="coast"/>',
      ]
    : [`<rect class="coast" width="${w}" height="${h}"/>`];
  const drawn = (kind: "rivers" | "lakes"): string =>
    lines[kind] ? `<path class="${kind}" d="${lines[kind]}"/>` : "";
  const borders = (kind: string): string => (lines.borders ? `<use href="#borders" class="${kind}"/>` : "");
  return [
    head(board, layout),
    `<style>${art.whole[board.drawing?.palette ?? PLAIN]}</style><defs>${art.symbols}`,
    '<linearGradient id="paper" x1="0" y1="1" x2="1" y2="0"><stop class="paper"/>',
    '<stop class="paper-2" offset="1"/></linearGradient>',
    `<path id="land" d="${lines.land}"/><path id="borders" d="${lines.borders}"/></defs>`,
    `<g class="geography" aria-hidden="true"><rect class="sea" width="${w}" height="${h}"/>`,
    ...ground,
    borders("marches"),
    drawn("rivers"),
    drawn("lakes"),
    borders("borders"),
    frame(4, ' edge" stroke-width="8"'),
    frame(8.5, '" stroke-width="1.6"'),
    frame(12, '" stroke-width=".7"'),
    "</g>",
    areas(board, layout, art),
    '<g class="routes">',
    ...board.routes.map((route) => routeOf(board, route, layout, art)),
    '</g><g class="cities">',
    ...board.cities.map(({ id, country }) => city(id, !!country, layout)),
    '</g><g class="labels" aria-hidden="true">',
    ...board.cities.map(({ id, country }) => label(id, !!country, layout.labels.get(id)!)),
    "</g></svg>",
  ].join("");
}

/** The ground of each district: a broad line along the shortest tree that joins its cities. */
function areas(board: Board, layout: Layout, art: Art): string {
  const districts = (board.scoring?.["districts"] ?? {}) as Record<string, { cities: string[] }>;
  const paths = Object.entries(districts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { cities }], number) => {
      const [first, ...left] = cities.map((id) => layout.cities.get(id)!);
      const joined = [first!];
      let path = "";
      while (left.length) {
        const pairs = joined.flatMap((a) =>
          left.map((b) => ({ a, b, far: Math.hypot(a.x - b.x, a.y - b.y) })),
        );
        const { a, b } = pairs.reduce((best, one) => (one.far < best.far ? one : best));
        path += `M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}`;
        joined.push(b);
        left.splice(left.indexOf(b), 1);
      }
      return `<path class="area tone-${art.tones[number % art.tones.length]}" d="${path}"/>`;
    });
  return paths.length ? `<g class="areas" aria-hidden="true">${paths.join("")}</g>` : "";
}

function placeOf({ x, y, angle, scale }: Slot): string {
  const upright = ((((angle + 90) % 180) + 180) % 180) - 90;
  const short = scale < 0.99 ? `scale(${scale.toFixed(2)} 1)` : "";
  return `translate(${n(x)} ${n(y)})rotate(${n(upright)})${short}`;
}

const lineOf = (id: string, { routes }: Layout): string => {
  const [a, b] = routes.get(id)!.ends;
  return `M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}`;
};

function routeOf(board: Board, route: Route, layout: Layout, art: Art): string {
  const { id, color, length, kind = "normal", wilds = 0 } = route;
  const places = layout.routes.get(id)!.slots.map(placeOf);
  const radius = kind === "ferry" ? "6.5" : "2.4";
  const slots = places.map(
    (place, number) =>
      `<rect class="slot${number < wilds ? " wild" : ""}" transform="${place}" x="-18" y="-6.5" ` +
      `width="36" height="13" rx="${radius}"/>`,
  );
  const more = board.mountains?.routes?.[id] ?? 0;
  const crosses = places
    .slice(places.length - more)
    .map(
      (place) => `<g class="cross" transform="${place}"><path d="${art.cross}"/><path d="${art.cross}"/></g>`,
    );
  const path = lineOf(id, layout);
  return (
    `<g class="route" id="route_${id.replace("/", "__")}" data-route="${id}" data-color="${color}" ` +
    `data-length="${length}" data-kind="${kind}"><path class="track" d="${path}"/>` +
    `${slots.join("")}${crosses.join("")}<path class="hit" d="${path}"/></g>`
  );
}

function city(id: string, foreign: boolean, { cities }: Layout): string {
  const { x, y } = cities.get(id)!;
  return (
    `<g class="city${foreign ? " foreign" : ""}" data-city="${id}" id="city_${id}" ` +
    `transform="translate(${n(x)} ${n(y)})"><circle class="hit" r="${n(RADIUS * 1.9)}"/>` +
    `<circle class="dot" r="${n(RADIUS - 1.1)}"/><circle class="core" r="${n(RADIUS * 0.4)}"/></g>`
  );
}

function label(id: string, abroad: boolean, { x, y, text, width, anchor }: Label): string {
  const at = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  return (
    `<text class="label${abroad ? " abroad" : ""}" data-city="${id}" font-size="${SIZE}"${at}>` +
    `<tspan x="${n(x)}" y="${n(y)}" textLength="${n(width)}">${escaped(text)}</tspan></text>`
  );
}

function thumbnail(board: Board, layout: Layout, lines: Lines, art: Art): string {
  const { width: w, height: h } = layout;
  const ground = lines.land
    ? '<use href="#land" class="shore"/><use href="#land" class="coast"/>'
    : `<rect class="coast" width="${w}" height="${h}"/>`;
  return [
    head(board, layout),
    `<style>${art.thumbnail[board.drawing?.palette ?? PLAIN]}</style><defs><path id="land" d="${lines.land}"/></defs>`,
    `<rect class="sea" width="${w}" height="${h}"/>${ground}`,
    lines.lakes && `<path class="lakes" d="${lines.lakes}"/>`,
    lines.borders && `<path class="borders" d="${lines.borders}"/>`,
    ...board.routes.map(({ id, color }) => {
      const path = lineOf(id, layout);
      return (
        `<g data-route="${id}" data-color="${color}"><path class="track" d="${path}"/>` +
        `<path class="face" d="${path}"/></g>`
      );
    }),
    ...[...layout.cities.values()].map(({ x, y }) => `<circle class="dot" cx="${n(x)}" cy="${n(y)}" r="9"/>`),
    "</svg>",
  ].join("");
}
