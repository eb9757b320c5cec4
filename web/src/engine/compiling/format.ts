// The format of boards: defaults, inert settings, JSON, and the hash of the rules, as in src/whistlestop/format.
import type { RulesetFile } from "../ruleset";
import { sha256, toHex } from "../../fairness/sha256";

export type Plain = null | boolean | number | string | Plain[] | Table;
export interface Table {
  [key: string]: Plain;
}

/** The shape of plain data, as src/whistlestop/studio/description.py writes it. */
export type Shape = { default?: Plain; null?: boolean } & (
  | { kind: "struct"; fields: Record<string, Shape> }
  | { kind: "array"; of: Shape }
  | { kind: "object"; of: Shape }
  | { kind: "words" | "int" | "float" | "str" | "bool" }
);
type Struct = Extract<Shape, { kind: "struct" }>;

/** `boards.json` of the engine: the parts of a ruleset's file that do not depend on the board
 * (tools/wasm/rulesets.py). */
export interface BoardsFile {
  kind: string;
  shape: Struct;
  /** The settings that are written even at their default. */
  inFull: string[];
  /** The settings of optional mechanisms; a board does not use a mechanism whose settings all have their
   * defaults. */
  optional: Record<string, string[]>;
  tieBreaks: Record<string, number>;
  /** The codes of the places of refused tickets. */
  refused: Record<string, number>;
  routePoints: Record<number, number>;
  /** The numbers of bots and advice. */
  played: Pick<RulesetFile, "bots" | "told" | "keeping" | "model" | "search" | "belief" | "figures">;
}

export const isTable = (value: Plain | undefined): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Plain data of the shape with all fields, in the order of the shape. */
export function complete(plain: Plain, shape: Shape): Plain {
  if (shape.kind === "struct") {
    const given = isTable(plain) ? plain : {};
    return Object.fromEntries(
      Object.entries(shape.fields).map(([name, field]) => {
        const value = given[name];
        const found = value === undefined ? (field.default ?? null) : value;
        return [name, found === null ? null : complete(found, field)];
      }),
    );
  }
  if (shape.kind === "array") return (plain as Plain[]).map((one) => complete(one, shape.of));
  if (shape.kind === "object")
    return Object.fromEntries(
      Object.entries(plain as Table).map(([key, one]) => [key, complete(one, shape.of)]),
    );
  return plain;
}

/** Complete data without the settings at inert defaults (format/inert.py). */
export function withoutInert(
  plain: Plain,
  shape: Shape,
  inFull: readonly string[],
  path: string[] = [],
): Plain {
  if (shape.kind === "array")
    return (plain as Plain[]).map((one) => withoutInert(one, shape.of, inFull, path));
  if (shape.kind === "object")
    return Object.fromEntries(
      Object.entries(plain as Table).map(([key, one]) => [
        key,
        withoutInert(one, shape.of, inFull, [...path, "*"]),
      ]),
    );
  if (shape.kind !== "struct") return plain;
  const left: Table = {};
  for (const [name, field] of Object.entries(shape.fields)) {
    const here = [...path, name];
    const before = (plain as Table)[name]!;
    const value = before === null ? null : withoutInert(before, field, inFull, here);
    const key = here.join(".");
    const kept =
      field.default === undefined || inFull.some((one) => one === key || one.startsWith(`${key}.`));
    // The contents of a section have already been left out.
    const inert = field.kind === "struct" ? {} : field.default!;
    if (kept || sorted(value) !== sorted(inert)) left[name] = value;
  }
  return left;
}

/** JSON with sorted keys. */
const sorted = (value: Plain | undefined): string => written(value ?? null, null, true);

/** JSON as msgspec writes it: numbers that the shape declares as `float` have a decimal point. */
export function written(value: Plain, shape: Shape | null, sort: boolean): string {
  if (Array.isArray(value)) {
    const of = shape?.kind === "array" ? shape.of : null;
    return `[${value.map((one) => written(one, of, sort)).join(",")}]`;
  }
  if (isTable(value)) {
    const keys = sort ? Object.keys(value).sort() : Object.keys(value);
    const of = (key: string): Shape | null =>
      shape?.kind === "struct" ? shape.fields[key]! : shape?.kind === "object" ? shape.of : null;
    return `{${keys.map((key) => `${JSON.stringify(key)}:${written(value[key]!, of(key), sort)}`).join(",")}}`;
  }
  return shape?.kind === "float" && Number.isInteger(value) ? `${value}.0` : JSON.stringify(value);
}

/** The hash of the parts that affect play, without names and positions (games/network/format/schema.py). */
export function hashOf(plain: Table): string {
  const { name: _, version: _v, translations: _t, card_names: _c, ...played } = plain;
  const { geography: _g, drawing: _d, printed: _p, ...parts } = played;
  const { districts, ...scoring } = parts["scoring"] as Table;
  const found: Table = {
    ...parts,
    cities: (parts["cities"] as Table[]).map(({ id, country }) => [id!, country!]),
    countries: Object.keys(parts["countries"] as Table).sort(),
    scoring: {
      ...scoring,
      ...(districts && {
        districts: Object.fromEntries(
          Object.entries(districts as Table).map(([key, { name: _, ...one }]: [string, any]) => [key, one]),
        ),
      }),
    },
  };
  return toHex(sha256(new TextEncoder().encode(sorted(found))));
}
