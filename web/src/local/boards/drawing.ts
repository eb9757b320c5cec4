// The drawing of a board without a server, with the same elements as a server's
// (src/whistlestop/drawing/svg.py).
import { widthOf } from "../../board/letters";
import type { Board, Route } from "../../studio/model";
import type { Box } from "./boxes";
import { layoutOf, type Ground, type Layout, type Slot } from "./layout";
import { furnitureOf, type Furniture } from "./furniture";
import { LEADING, RADIUS } from "./measure";
import { peaksOf, type Peak, type Range } from "./mountains";
import type { Label } from "./names";
import { isClosed, linesOf, pathOf, type Kind, type Lines, type Outlines } from "./outlines";

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
  /** A space for a small train. */
  small: string;
  /** The plate of the title and the compass rose: the width and the radius, and the shape. */
  plate: [number, string];
  rose: [number, string];
  /** Ranges of mountains, the highest first. */
  ranges: Range[];
}

const PLAIN = "paper";
const BANDS = ["shallow-3", "rim-2", "shallow-2", "rim-1", "shallow-1"];
/** Smaller peaks are drawn as rounded hills. */
const HILL = 7.6;

const n = (value: number): string => value.toFixed(1).replace(/[.]0$/, "");
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[one]!);

export interface Drawings {
  whole: string;
  thumbnail: string;
}

export async function drawingsOf(board: Board, art: Art, outlines: Outlines): Promise<Drawings> {
  const layout = await layoutOf(board);
  const [main, ...lines] = await Promise.all(
    [layout.main, ...layout.insets].map((ground) => linesOf(board, ground, outlines)),
  );
  const placed = furnitureOf(board, layout, main!.land);
  const drawn = (ground: Ground, its: Lines): Drawn => ({
    box: ground.box,
    paths: Object.fromEntries(
      Object.entries(its).map(([kind, some]) => [kind, pathOf(some, isClosed(kind as Kind))]),
    ) as Paths,
    peaks: board.geography === false ? [] : peaksOf(art.ranges, layout, ground, its, placed),
  });
  const map = drawn(layout.main, main!);
  const insets = layout.insets.map((ground, number) => drawn(ground, lines[number]!));
  return {
    whole: whole(board, layout, map, insets, art, placed),
    thumbnail: thumbnail(board, layout, map, insets, art),
  };
}

type Paths = Record<Kind, string>;
/** The main map or an inset, ready to be drawn. */
interface Drawn {
  box: Box;
  paths: Paths;
  peaks: readonly Peak[];
}

function head({ name, drawing }: Board, { width, height }: Layout): string {
  const palette = drawing?.palette ?? PLAIN;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="board${palette === PLAIN ? "" : ` in-${palette}`}" ` +
    `viewBox="0 0 ${width} ${height}" role="group" aria-label="${escaped(name)}">`
  );
}

function whole(
  board: Board,
  layout: Layout,
  map: Drawn,
  insets: readonly Drawn[],
  art: Art,
  placed: Furniture,
): string {
  const { width: w, height: h } = layout;
  const frame = (at: number, more: string): string =>
    `<rect class="frame${more} x="${at}" y="${at}" width="${w - 2 * at}" height="${h - 2 * at}"/>`;
  return [
    head(board, layout),
    `<style>${art.whole[board.drawing?.palette ?? PLAIN]}</style><defs>${art.symbols}`,
    '<linearGradient id="paper" x1="0" y1="1" x2="1" y2="0"><stop class="paper"/>',
    '<stop class="paper-2" offset="1"/></linearGradient>',
    `<path id="land" d="${map.paths.land}"/><path id="borders" d="${map.paths.borders}"/>`,
    ...insets.map(
      ({ paths }, number) =>
        `<path id="land-${number}" d="${paths.land}"/><path id="borders-${number}" d="${paths.borders}"/>`,
    ),
    `</defs><g class="geography" aria-hidden="true">${groundOf(map)}`,
    frame(4, ' edge" stroke-width="8"'),
    frame(8.5, '" stroke-width="1.6"'),
    frame(12, '" stroke-width=".7"'),
    title(board.name, placed.plate, art),
    rose(placed.rose, art),
    "</g>",
    insets.length ? `<g class="insets" aria-hidden="true">${insets.map(inset).join("")}</g>` : "",
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

/** Sea, land and mountains. `which`: the end of the ids of an inset's outlines. */
function groundOf({ box, paths, peaks }: Drawn, which = ""): string {
  const rect = rectOf(box);
  const land = paths.land
    ? [
        ...BANDS.map((band) => `<use href="#land${which}" class="shore ${band}"/>`),
        `<use href="#land${which}" class="coast"/>`,
      ]
    : which
      ? []
      : [`<rect class="coast" ${rect}/>`];
  const drawn = (kind: "rivers" | "lakes"): string =>
    paths[kind] ? `<path class="${kind}" d="${paths[kind]}"/>` : "";
  const borders = (kind: string): string =>
    paths.borders ? `<use href="#borders${which}" class="${kind}"/>` : "";
  return [
    `<rect class="sea" ${rect}/>`,
    ...land,
    mountains(peaks),
    borders("marches"),
    drawn("rivers"),
    drawn("lakes"),
    borders("borders"),
  ].join("");
}

function rectOf([left, top, right, bottom]: Box): string {
  const corner = left || top ? `x="${n(left)}" y="${n(top)}" ` : "";
  return `${corner}width="${n(right - left)}" height="${n(bottom - top)}"`;
}

/** What is drawn in the box of an inset. */
function clippedTo(box: Box, number: number, content: string): string {
  return (
    `<clipPath id="inset-${number}"><rect ${rectOf(box)}/></clipPath>` +
    `<g class="inset" clip-path="url(#inset-${number})">${content}</g>`
  );
}

/** An inset in its frame. */
function inset(drawn: Drawn, number: number): string {
  const rect = rectOf(drawn.box);
  return (
    clippedTo(drawn.box, number, groundOf(drawn, `-${number}`)) +
    `<rect class="frame" ${rect} stroke-width="6.4"/><rect class="frame edge" ${rect} stroke-width="3.6"/>`
  );
}

/** Peaks from back to front: small ones as hills, large ones in two alternating shapes. */
function mountains(peaks: readonly Peak[]): string {
  const drawn = peaks.map(
    ([x, y, size], number) =>
      `<use href="#peak-${size < HILL ? 2 : number % 2}" ` +
      `transform="translate(${n(x)} ${n(y)})scale(${(size / 10).toFixed(2)})"/>`,
  );
  return drawn.length ? `<g class="mountains">${drawn.join("")}</g>` : "";
}

/** The plate with the name of the board. */
function title(name: string, plate: Furniture["plate"], { plate: [wide, shape] }: Art): string {
  if (!plate) return "";
  const [x, y, w, h] = plate;
  const text = name.toUpperCase();
  const size = Math.min(h * 0.46, (w * 0.78) / Math.max(widthOf(text, 1) * 1.22, 0.1));
  const length = Math.min(widthOf(text, size) * 1.04 + size * 0.16 * (text.length - 1), w * 0.84);
  return (
    `<g class="cartouche"><g transform="translate(${n(x)} ${n(y)})scale(${(w / wide).toFixed(3)})">${shape}</g>` +
    `<text class="title" x="${n(x + w / 2)}" y="${n(y + h * 0.53)}" text-anchor="middle" ` +
    `font-size="${n(size)}" textLength="${n(length)}">${escaped(text)}</text></g>`
  );
}

function rose(placed: Furniture["rose"], { rose: [radius, shape] }: Art): string {
  if (!placed) return "";
  const [x, y, r] = placed;
  return (
    `<g class="rose" transform="translate(${n(x)} ${n(y)})scale(${(r / radius).toFixed(3)})" ` +
    `stroke-width=".7">${shape}</g>`
  );
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

const lineOf = (id: string, { routes }: Layout): string =>
  `M${routes
    .get(id)!
    .line.map(({ x, y }) => `${n(x)} ${n(y)}`)
    .join("L")}`;

function routeOf(board: Board, route: Route, layout: Layout, art: Art): string {
  const { id, color, length, kind = "normal", wilds = 0 } = route;
  const places = layout.routes.get(id)!.slots.map(placeOf);
  const radius = kind === "ferry" ? "6.5" : "2.4";
  const small = board.small_trains?.routes?.includes(id);
  const slots = places.map((place, number) => {
    const name = `slot${number < wilds ? " wild" : ""}`;
    return small
      ? `<path class="${name} small" transform="${place}" d="${art.small}"/>`
      : `<rect class="${name}" transform="${place}" x="-18" y="-6.5" width="36" height="13" rx="${radius}"/>`;
  });
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

function label(id: string, abroad: boolean, { x, y, lines, widths, size, anchor }: Label): string {
  const at = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  const spans = lines.map(
    (line, k) =>
      `<tspan x="${n(x)}" y="${n(y + k * LEADING * size)}" textLength="${n(widths[k]!)}">${escaped(line)}</tspan>`,
  );
  return (
    `<text class="label${abroad ? " abroad" : ""}" data-city="${id}" font-size="${n(size)}"${at}>` +
    `${spans.join("")}</text>`
  );
}

function thumbnail(
  board: Board,
  layout: Layout,
  { paths }: Drawn,
  insets: readonly Drawn[],
  art: Art,
): string {
  const { width: w, height: h } = layout;
  const ground = paths.land
    ? '<use href="#land" class="shore"/><use href="#land" class="coast"/>'
    : `<rect class="coast" width="${w}" height="${h}"/>`;
  const drawn = (its: Paths, kinds: Kind[]): string =>
    kinds.map((kind) => its[kind] && `<path class="${kind}" d="${its[kind]}"/>`).join("");
  return [
    head(board, layout),
    `<style>${art.thumbnail[board.drawing?.palette ?? PLAIN]}</style><defs><path id="land" d="${paths.land}"/></defs>`,
    `<rect class="sea" width="${w}" height="${h}"/>${ground}`,
    drawn(paths, ["lakes", "borders"]),
    ...insets.map(({ box, paths: its }, number) => {
      const land =
        its.land && ["shore", "coast"].map((one) => `<path class="${one}" d="${its.land}"/>`).join("");
      const content = `<rect class="sea" ${rectOf(box)}/>${land}${drawn(its, ["lakes", "borders"])}`;
      return (
        clippedTo(box, number, content) +
        `<rect ${rectOf(box)} style="fill:none;stroke:var(--frame);stroke-width:7"/>`
      );
    }),
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
