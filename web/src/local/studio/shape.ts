// Compares plain data with a shape, like src/whistlestop/format/shape.py, with the same faults and placeholders.

import { isTable, type Plain, type Table } from "../../engine/compiling/format";

export type Path = (string | number)[];

interface Limits {
  null?: boolean;
  default?: Plain;
  ge?: number;
  le?: number;
  max_length?: number;
  pattern?: string;
  description?: string;
}
export type Shape = Limits &
  (
    | { kind: "struct"; fields: Record<string, Shape> }
    | { kind: "words"; words: string[] }
    | { kind: "array"; of: Shape }
    | { kind: "object"; key: Shape; of: Shape }
    | { kind: "int" | "float" | "str" | "bool" }
  );
export type StructShape = Extract<Shape, { kind: "struct" }>;

export interface Fault {
  place: Path;
  text: string;
}

const LONGEST = 90;
const LONGEST_TEXT = 60;

const cut = (text: string, most = LONGEST): string =>
  text.length > most ? `${text.slice(0, most - 3)}...` : text;

/** A text in quotes as Python writes it, shortened. */
export function quoted(text: string): string {
  const short = cut(text, LONGEST_TEXT);
  const mark = short.includes("'") && !short.includes('"') ? '"' : "'";
  const inner = short
    .replace(/[\\\n\r\t]/g, (one) => `\\${{ "\n": "n", "\r": "r", "\t": "t" }[one] ?? one}`)
    .replace(/(?! )[\p{C}\p{Z}]/gu, escaped);
  return mark + (mark === "'" ? inner.replaceAll("'", "\\'") : inner) + mark;
}

/** An invisible character by its number. */
function escaped(one: string): string {
  const code = one.codePointAt(0)!;
  const [mark, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${mark}${code.toString(16).padStart(Number(digits), "0")}`;
}

function shown(value: Plain): string {
  if (typeof value === "string") return quoted(value);
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return cut(String(value));
  return Array.isArray(value) ? "list" : "dict";
}

/** A readable path: `routes[0].color`. */
export const written = (path: Path): string =>
  cut(
    path
      .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
      .join("")
      .replace(/^[.]/, ""),
  );

const fault = (place: Path, text: string): Fault => ({
  place,
  text: place.length ? `${written(place)}: ${text}` : text,
});

/** The part of plain data that has the shape, completed with placeholders, and the faults of the rest. */
export function sift(
  plain: Plain | undefined,
  shape: StructShape,
  path: Path = [],
  leave: readonly string[] = [],
): [Table, Fault[]] {
  const faults: Fault[] = [];
  if (!isTable(plain)) faults.push(fault(path, `expected a table, not ${shown(plain ?? null)}`));
  const table = isTable(plain) ? plain : {};
  const fields = Object.entries(shape.fields).filter(([name]) => !leave.includes(name));
  const known = fields.map(([name]) => name);
  for (const key of Object.keys(table)) {
    if (!known.includes(key)) faults.push(fault([...path, key], `not one of ${known.join(", ")}`));
  }
  const clean: Table = {};
  for (const [name, field] of fields) {
    if (Object.hasOwn(table, name)) {
      const [value, found] = sifted(table[name]!, field, [...path, name]);
      faults.push(...found);
      if (!found.length || field.kind === "struct") clean[name] = value;
    } else if (field.default === undefined) faults.push(fault([...path, name], "missing"));
    if (!(name in clean)) clean[name] = field.default ?? (field.null ? null : standIn(field));
  }
  return [clean, faults];
}

function sifted(value: Plain, shape: Shape, path: Path): [Plain, Fault[]] {
  if (value === null && shape.null) return [null, []];
  if (shape.kind === "struct") return sift(value, shape, path);
  if (shape.kind === "words") {
    const right = typeof value === "string" && shape.words.includes(value);
    return [value, right ? [] : [fault(path, `${shown(value)} is not one of ${shape.words.join(", ")}`)]];
  }
  if (shape.kind === "array" && Array.isArray(value)) {
    const parts = value.map((part, n) => sifted(part, shape.of, [...path, n]));
    const faults = parts.flatMap(([, found]) => found);
    if (faults.length) return [parts.map(([part]) => part), faults];
  }
  if (shape.kind === "object" && isTable(value)) {
    const keys = Object.keys(value).flatMap((key) => sifted(key, shape.key, [...path, key])[1]);
    const values = Object.entries(value).flatMap(([key, one]) => sifted(one, shape.of, [...path, key])[1]);
    return [value, [...keys, ...values]];
  }
  const why = mismatch(value, shape);
  return [value, why ? [fault(path, why)] : []];
}

function kindOf(value: Plain): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return { boolean: "bool", string: "str", object: "object" }[
    typeof value as "boolean" | "string" | "object"
  ];
}

/** Why a value does not match a shape; empty if it does. */
function mismatch(value: Plain, shape: Shape): string {
  const [wanted, kind] = [shape.kind, kindOf(value)];
  if (kind !== wanted && !(wanted === "float" && kind === "int")) {
    if (typeof value === "string" && shape.pattern) return `${shown(value)} is not ${shape.description}`;
    return `expected ${wanted}, got ${kind}`;
  }
  if (typeof value === "number") {
    const limit = (number: number): string => (wanted === "float" ? number.toFixed(1) : String(number));
    if (shape.ge !== undefined && value < shape.ge) {
      return `expected ${wanted} >= ${limit(shape.ge)}, not ${shown(value)}`;
    }
    if (shape.le !== undefined && value > shape.le) {
      return `expected ${wanted} <= ${limit(shape.le)}, not ${shown(value)}`;
    }
  }
  if (typeof value === "string") {
    const long = shape.max_length !== undefined && [...value].length > shape.max_length;
    if (long || (shape.pattern && !new RegExp(shape.pattern, "u").test(value))) {
      return `${shown(value)} is not ${shape.description}`;
    }
  }
  if (Array.isArray(value) && shape.max_length !== undefined && value.length > shape.max_length) {
    return `expected array of length <= ${shape.max_length}, not list`;
  }
  return "";
}

function standIn(shape: Shape): Plain {
  switch (shape.kind) {
    case "struct":
      return sift({}, shape)[0];
    case "words":
      return shape.words[0]!;
    case "int":
      return shape.ge ?? 1;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return "x";
  }
}
