// All faults of a board, each with its place, and figures about the board: the same as the server's check finds
// (src/whistlestop/studio/checking.py), but without suggestions for misspelled ids.
import { isTable, type Plain, type Table } from "../../engine/compiling/format";
import type { BoardReport } from "../../lib/types";
import type { Board } from "../../lib/wholeboard";
import { endsOf, type Problem } from "./problem";
import { COLORS, problemsOf } from "./problems";
import { quoted, sift, type Fault, type Path, type StructShape } from "./shape";

/** The shape of boards, as written by `whistlestop site`. */
export interface Description {
  machine: string;
  board: StructShape;
  languages: string[];
  /** The ids of built-in boards. */
  taken: string[];
}

const TABLES = ["cities", "routes", "tickets"] as const;
const ROWS = 200;
const ENTRIES = 1000;
const ROW_ENTRIES = 60;
const NAME = 60;
const FAULTS = 200;

/** Check arbitrary data, with bounded work. */
export function examine(board: Table, { machine, board: shape, languages, taken }: Description): BoardReport {
  const refused = oversize(board) ?? foreign(board, machine);
  if (refused) return { faults: [refused], figures: null };
  const { data, rows, faults } = read(board, shape);
  const wrong = faults.some(({ place }) => TABLES.some((table) => table === place[0]));
  const figures = wrong ? null : figuresOf(data);
  const unread = unreadOf(faults);
  const place = (at: Path): Path => {
    const numbers = at.length > 1 ? rows[at[0] as keyof typeof rows] : undefined;
    return numbers ? [at[0]!, numbers[at[1] as number]!, ...at.slice(2)] : at;
  };
  for (const { text, at, beside } of [...problemsOf(data, languages), ...slips(data)]) {
    const here = place(at);
    const section = TABLES.some((table) => table === here[0]) ? [] : [here.slice(0, 1)];
    const read = [here.slice(0, 2), ...section, ...beside];
    if (!read.some((one) => unread.has(JSON.stringify(one)))) faults.push({ place: here, text });
  }
  for (const { text, at } of names(data, taken)) faults.push({ place: place(at), text });
  return { faults: faults.slice(0, FAULTS), figures };
}

interface Read {
  data: Board;
  /** For each row of a table, the number of the row on the board. */
  rows: Record<(typeof TABLES)[number], number[]>;
  faults: Fault[];
}

function read(board: Table, shape: StructShape): Read {
  const { machine: _, ...all } = board;
  const settings = Object.fromEntries(
    Object.entries(all).filter(([key]) => !TABLES.some((table) => table === key)),
  );
  const [clean, faults] = sift(settings, shape, [], TABLES);
  const rows: Read["rows"] = { cities: [], routes: [], tickets: [] };
  for (const table of TABLES) {
    clean[table] = [];
    const found = board[table];
    if (!Array.isArray(found)) {
      const text = found === undefined || found === null ? "missing" : "expected a list";
      faults.push({ place: [table], text: `${table}: ${text}` });
      continue;
    }
    const row = (shape.fields[table] as { of: StructShape }).of;
    for (const [n, one] of found.entries()) {
      const [made, wrong] = sift(one, row, [table, n]);
      faults.push(...wrong);
      if (wrong.some(({ place }) => place.length === 2 || place[2] === "id")) continue;
      clean[table].push(made);
      rows[table].push(n);
    }
  }
  return { data: clean as unknown as Board, rows, faults };
}

/** The sections and rows with values of the wrong shape, as JSON; a whole table counts if an id in it is wrong. */
function unreadOf(faults: Fault[]): Set<string> {
  const unread: Path[] = faults.length ? [[]] : [];
  for (const { place } of faults) {
    if (TABLES.some((table) => table === place[0]) && place.length > 1) {
      unread.push(place.slice(0, 2));
      if (place.length === 2 || place[2] === "id") unread.push(place.slice(0, 1));
    } else unread.push(place.slice(0, 1), place.slice(0, 2));
  }
  return new Set(unread.map((path) => JSON.stringify(path)));
}

function foreign({ machine }: Table, known: string): Fault | null {
  if (machine === undefined || machine === known) return null;
  return { place: ["machine"], text: `machine: the editor knows only ${known}` };
}

function oversize(board: Table): Fault | null {
  const rest: Table = {};
  const rows: Plain[] = [];
  for (const [key, value] of Object.entries(board)) {
    if (!TABLES.some((table) => table === key)) rest[key] = value;
  }
  for (const table of TABLES) {
    const found = board[table];
    if (!Array.isArray(found)) continue;
    if (found.length > ROWS) {
      const text = `${table}: ${found.length} rows are too many; at most ${ROWS} are checked`;
      return { place: [table], text };
    }
    rows.push(...found);
  }
  const many = entries(rest) > ENTRIES * 2 || rows.some((row) => entries(row) > ROW_ENTRIES);
  return many ? { place: [], text: "the board has too many values" } : null;
}

/** The number of values in nested data, without recursion, which deeply nested data would overflow. */
function entries(value: Plain): number {
  const todo: Plain[] = [value];
  let count = 0;
  while (todo.length && count <= ENTRIES * 2) {
    const one = todo.pop()!;
    count++;
    if (Array.isArray(one)) todo.push(...one);
    else if (isTable(one)) todo.push(...Object.values(one));
  }
  return count;
}

/** Tickets whose ids contradict their cities. */
function* slips(data: Board): Generator<Problem> {
  for (const [n, { id, origin, targets }] of data.tickets.entries()) {
    const named = new Set(endsOf(id));
    const ends = new Set([origin, ...targets]);
    if (targets.length === 1 && (named.size !== ends.size || [...ends].some((end) => !named.has(end)))) {
      yield {
        text: `ticket ${id}: its ends are ${origin} and ${targets[0]}`,
        at: ["tickets", n],
        beside: [],
      };
    }
  }
}

function* names(data: Board, taken: readonly string[]): Generator<Omit<Problem, "beside">> {
  if (taken.includes(data.id)) {
    yield { text: `id: ${data.id} is a built-in board; choose another name`, at: ["id"] };
  }
  if ([...data.name].length > NAME) {
    yield { text: `name: ${quoted(data.name)} has more than ${NAME} characters`, at: ["name"] };
  }
  for (const [n, { id, name }] of data.cities.entries()) {
    const at: Path = ["cities", n, "name"];
    if ([...name].length > NAME) {
      yield { text: `city ${id}: the name ${quoted(name)} has more than ${NAME} characters`, at };
    } else if (/(?! )[\p{C}\p{Z}]/u.test(name)) {
      yield { text: `city ${id}: the name has characters that cannot be shown`, at };
    }
  }
}

function figuresOf(data: Board): BoardReport["figures"] {
  const spaces: Record<string, number> = Object.fromEntries([...COLORS, "gray"].map((color) => [color, 0]));
  const beside = new Map<string, string[]>();
  for (const { id, color, length } of data.routes) {
    spaces[color]! += length;
    const [a, b] = endsOf(id);
    beside.set(a, [...(beside.get(a) ?? []), b]);
    beside.set(b, [...(beside.get(b) ?? []), a]);
  }
  const ends: Record<string, number> = {};
  const points: Record<string, number> = {};
  for (const ticket of data.tickets) {
    for (const place of [ticket.origin, ...ticket.targets]) ends[place] = (ends[place] ?? 0) + 1;
    const most = Math.max(0, ...ticket.points);
    points[most] = (points[most] ?? 0) + 1;
  }
  const left = new Set(data.cities.map(({ id }) => id));
  let parts = 0;
  for (const start of left) {
    parts++;
    const todo = [start];
    left.delete(start);
    while (todo.length) {
      for (const near of beside.get(todo.pop()!) ?? []) if (left.delete(near)) todo.push(near);
    }
  }
  return { spaces, ends, parts, points };
}
