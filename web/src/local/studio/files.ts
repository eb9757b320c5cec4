// Boards as files, as the server writes them (src/whistlestop/mapmaking): the folder as an archive, tables, and the
// JSON of the map editor by B. Hagström. Only folders can be read.
import { parse, stringify, TomlError } from "smol-toml";
import { endsOf, type Board, type City, type Ticket } from "../../studio/model";
import type { Plain, Table } from "../../engine/compiling/format";
import { unzipped, zipped } from "./zip";

/** The files are not a readable board; the message is for their author. */
export class FileError extends Error {}

type Cell = string | number | null | undefined;

const FIRST = ["id", "name", "version", "geography"];
/** The width of the picture in units of the other editor, if the board is wider than it is high. */
const WIDTH = 1600;

/** A table as CSV. */
function csv(columns: string[], rows: Cell[][]): string {
  const written = (cell: Cell): string => {
    const text = String(cell ?? "");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => row.map(written).join(",") + "\n").join("");
}

/** A cell that spreadsheets do not run as a formula. */
const safe = (cell: Cell): Cell => (typeof cell === "string" && /^[=+\-@]/.test(cell) ? `'${cell}` : cell);

/** The board's folder. */
export function folder(board: Board): Blob {
  const { cities, routes, tickets, ...settings } = board;
  const entries = Object.entries(settings).sort(([a], [b]) => order(a) - order(b));
  const files = {
    "cities.csv": csv(
      ["id", "name", "lat", "lon", "country"],
      cities.map(({ id, name, lat, lon, country }) => [id, name, lat, lon, country]),
    ),
    "routes.csv": csv(
      ["id", "length", "color", "kind", "wilds"],
      routes.map(({ id, length, color, kind, wilds }) => [id, length, color, kind ?? "normal", wilds ?? 0]),
    ),
    "tickets.csv": csv(
      ["id", "from", "to", "points", "deck"],
      tickets.map(({ id, origin, targets, points, long }) => [
        id,
        origin,
        targets.join("|"),
        points.join("|"),
        long ? "long" : "regular",
      ]),
    ),
    "ruleset.toml": stringify(Object.fromEntries(entries)),
  };
  return zipped(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${board.id}/${name}`, text])),
  );
}

const order = (key: string): number => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);

/** The tables in the columns of common map editors; tickets of countries are left out. */
export function sheets(board: Board): Blob {
  const names = new Map(board.cities.map(({ id, name }) => [id, name || id]));
  const earth = board.geography !== false;
  const places = board.cities.map(({ id, lat, lon }) => [names.get(id), earth ? lat : -lat, lon]);
  return zipped({
    "cities.csv": csv(
      earth ? ["Name", "lat", "lon"] : ["Name", "y", "x"],
      places.map((row) => row.map(safe)),
    ),
    "routes.csv": csv(
      ["From", "To", "Length", "Colour", "Locomotives", "Tunnel"],
      board.routes.map(({ id, length, color, kind, wilds }) =>
        [
          ...endsOf(id).map((end) => names.get(end)),
          length,
          color,
          wilds || "",
          kind === "tunnel" ? "yes" : "",
        ].map(safe),
      ),
    ),
    "tickets.csv": csv(
      ["From", "To", "Points", "Long"],
      simple(board).map(({ origin, targets, points, long }) =>
        [names.get(origin), names.get(targets[0]!), points[0], long ? "yes" : ""].map(safe),
      ),
    ),
  });
}

/** The tickets from a single city to a single city. */
const simple = ({ cities, tickets }: Board): Ticket[] =>
  tickets.filter(({ origin, targets }) => targets.length === 1 && cities.some(({ id }) => id === origin));

/** A file of the map editor by B. Hagström, version 4. */
export function editorFile(board: Board): Blob {
  const { cities, opening, players, trains } = board;
  const at = onPicture(cities);
  const payload = {
    name: board.name || board.id,
    stops: cities.map(({ id, name }, n) => ({ id, name: name || id, type: "city", ...at[n]! })),
    routes: board.routes.map(({ id, length, color, kind, wilds }) => {
      const [a, b] = endsOf(id);
      return {
        id,
        a,
        b,
        length,
        type: "city",
        color: color === "gray" ? "neutral" : color,
        points: [],
        locomotiveSlots: Array.from({ length: wilds ?? 0 }, (_, n) => n),
        wagonStyle: kind === "tunnel" ? "tunnel" : "plain",
      };
    }),
    tickets: simple(board).map(({ origin, targets, points, long }) => ({
      a: origin,
      b: targets[0],
      points: points[0],
      long: Boolean(long),
    })),
    wagonStyles: [
      { id: "plain", label: "Plain", shape: "plain" },
      { id: "tunnel", label: "Tunnel", shape: "tunnel" },
    ],
    wagonsPerPlayer: trains.count,
    startingTickets: opening.regular + (opening.long ?? 0),
    keptTickets: opening.keep,
    players: { min: players.min, max: players.max },
  };
  const file = { format: "ticket-to-ride-map", version: 4, kind: "map", payload };
  return new Blob([JSON.stringify(file)], { type: "application/json" });
}

function onPicture(cities: readonly City[]): { x: number; y: number }[] {
  const [lats, lons] = [cities.map(({ lat }) => lat), cities.map(({ lon }) => lon)];
  const [north, west] = [Math.max(...lats), Math.min(...lons)];
  const narrow = Math.cos(((Math.min(...lats) + north) / 2) * (Math.PI / 180));
  const wide = Math.max((Math.max(...lons) - west) * narrow, north - Math.min(...lats), 1e-6);
  const units = (degrees: number): number => Math.round(((degrees * WIDTH) / wide) * 10) / 10;
  return cities.map(({ lat, lon }) => ({ x: units((lon - west) * narrow), y: units(north - lat) }));
}

// ------------------------------------------------------------------------------------------------------------ reading

/** The rows of a CSV text by the columns of its first line. */
function rowsOf(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  // Each match is a cell, quoted or not, and the character that ends it.
  for (const [, quoted, bare, end] of text
    .replace(/^\uFEFF/, "")
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? bare ?? "");
    if (end === "") break;
    if (end !== ",") rows.push([]);
  }
  const [columns = [], ...others] = rows.filter((row) => row.some((cell) => cell !== ""));
  return others.map((row) =>
    Object.fromEntries(columns.map((column, n) => [column.trim(), (row[n] ?? "").trim()])),
  );
}

/** A cell as a number; other text is kept, and the check reports it. */
const numeric = (cell: string): Plain => (cell !== "" && Number.isFinite(Number(cell)) ? Number(cell) : cell);

/** Rows without their empty cells, so that these columns have their defaults. */
const filled = (row: Record<string, Plain>): Table =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ""));

const READERS: Record<string, (row: Record<string, string>) => Table> = {
  cities: ({ lat = "", lon = "", ...row }) => filled({ ...row, lat: numeric(lat), lon: numeric(lon) }),
  routes: ({ length = "", wilds = "", ...row }) =>
    filled({ ...row, length: numeric(length), wilds: numeric(wilds) }),
  tickets: ({ from = "", to = "", points = "", deck = "", ...row }) => ({
    ...row,
    origin: from,
    targets: to.split("|"),
    points: points.split("|").map(numeric),
    long: deck === "long",
  }),
};

/** The board in an archive of a folder; it may have faults. Throws FileError or ZipError. */
export function boardIn(bytes: Uint8Array): Table {
  const files = unzipped(bytes);
  const found = [...files.keys()].filter((name) => /(^|\/)ruleset[.]toml$/.test(name));
  if (found.length !== 1) {
    throw new FileError(`the archive has ${found.length} files with the name ruleset.toml, not one`);
  }
  const place = found[0]!.slice(0, -"ruleset.toml".length);
  const board = settings(files.get(found[0]!)!);
  for (const [table, reader] of Object.entries(READERS)) {
    const text = files.get(`${place}${table}.csv`);
    if (text === undefined) throw new FileError(`${table}.csv: missing`);
    if (isVaried(text)) throw new FileError(`${table}.csv: boards with variants need a server`);
    board[table] = rowsOf(text).map(reader);
  }
  return board;
}

const isVaried = (text: string): boolean => /,variants\s*$/m.test(text.split("\n", 1)[0]!);

function settings(text: string): Table {
  try {
    const table = parse(text) as Table;
    for (const [name, words] of [
      ["base", "boards with a base"],
      ["variants", "boards with variants"],
    ] as const) {
      if (Object.hasOwn(table, name)) throw new FileError(`ruleset.toml: ${words} need a server`);
    }
    return table;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new FileError(`ruleset.toml, line ${error.line}: ${error.message.split("\n", 1)[0]}`);
  }
}
