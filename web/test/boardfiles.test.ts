// Boards as files without a server: what goes out comes in, and hostile files are refused.
import { expect, test } from "vitest";
import { boardIn, editorFile, folder, sheets } from "../src/local/studio/files";
import { readToml, tomlText } from "../src/local/studio/toml";
import { unzipped, zipped, ZipError } from "../src/local/studio/zip";
import type { Board } from "../src/studio/model";
import { board as small } from "./checks.json";

const bytes = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());
const board = small as unknown as Board;

test("a folder comes back as it was", async () => {
  const rich = {
    ...board,
    name: 'Quotes " and \\ and, "commas"',
    cities: board.cities.map((city, n) => ({ ...city, name: ['A,"b"', "Łódź", "x\ny"][n] ?? city.name })),
    substitutes: { ferry: 2, routes: { "aa-bb/2": 3 } },
    drawing: { margin: 40, names: { aa: "top_left" } },
    translations: { de: { name: "Klein", cities: { aa: "Äh" } } },
    scoring: { tie_breaks: ["tickets", "bonus"], longest: 7 },
  } as unknown as Board;
  expect(await boardIn(await bytes(folder(rich)))).toEqual(rich);
  expect(await boardIn(await bytes(folder(board)))).toEqual(board);
});

test("tables and the other editor's file have everything of the board", async () => {
  const tables = await unzipped(await bytes(sheets(board)));
  expect([...tables.keys()]).toEqual(["cities.csv", "routes.csv", "tickets.csv"]);
  expect(tables.get("routes.csv")!.trim().split("\n")).toHaveLength(board.routes.length + 1);
  const { version, payload } = JSON.parse(await editorFile(board).text());
  expect(version).toBe(4);
  expect(payload.stops).toHaveLength(board.cities.length);
  expect(payload.routes.map(({ length }: { length: number }) => length)).toEqual(
    board.routes.map(({ length }) => length),
  );
  const formula = { ...board, cities: board.cities.map((city) => ({ ...city, name: "=1+1" })) };
  expect((await unzipped(await bytes(sheets(formula)))).get("cities.csv")).toContain("'=1+1,");
});

test.each([
  [
    "a = 1\nb.c = 'x'\n[d]\ne = [1, 2.5,\n 3,] # end\n[d.'f g']\nh = { i = true, \"j\" = \"\\u00e9\\n\" }",
    {
      a: 1,
      b: { c: "x" },
      d: { e: [1, 2.5, 3], "f g": { h: { i: true, j: "é\n" } } },
    },
  ],
  [
    "a = \"\"\"\nx\n  y\"\"\"\nb = '''z'''\nc = 1_000\nd = -3\ne = {}",
    { a: "x\n  y", b: "z", c: 1000, d: -3, e: {} },
  ],
])("TOML is read: %#", (text, table) => {
  expect(readToml(text)).toEqual(table);
  expect(readToml(tomlText(table as never))).toEqual(table);
});

test.each([
  "a",
  "a = ",
  "a = 1 2",
  "[a",
  "a = 1\na = 2",
  "[a]\n[a]",
  "a = 'x",
  "a = [1",
  "a.b = 1\na = 2",
  "a = {b = 1",
  "[[a]]",
  'a = "\\q"',
  "a = 1979-05-27",
  `a = ${"[".repeat(9999)}`,
])("what is no TOML is refused: %#", (text) => {
  expect(() => readToml(text)).toThrow(/^line \d+: /);
});

test("names from strangers are only names", () => {
  const table = readToml("[__proto__]\npolluted = true\n");
  expect(Object.keys(table)).toEqual(["__proto__"]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("archives are read with bounds", async () => {
  for (const wrong of [
    new Uint8Array(0),
    new Uint8Array(100),
    new TextEncoder().encode("PK\u0003\u0004".repeat(30)),
  ]) {
    await expect(unzipped(wrong)).rejects.toThrow(ZipError);
  }
  await expect(unzipped(await bytes(zipped({ a: "x".repeat(1_000_001) })))).rejects.toThrow("too large");
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, ""]));
  await expect(unzipped(await bytes(zipped(many)))).rejects.toThrow("101 entries");
  await expect(boardIn(await bytes(zipped({ a: "x" })))).rejects.toThrow("ruleset.toml");
  for (const text of ['base = "usa"', "[variants.mega]\nname = 'x'"]) {
    await expect(boardIn(await bytes(zipped({ "ruleset.toml": text })))).rejects.toThrow("need a server");
  }
});
