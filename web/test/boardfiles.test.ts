// Boards as files without a server: exported boards can be imported, and hostile files are refused.
import { expect, test } from "vitest";
import { boardIn, editorFile, folder, sheets } from "../src/local/studio/files";
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
    drawing: { margin: 40, names: { aa: "top_left" }, land: [[28.9, 41, 29, 41.25, 29.1, 41]] },
    card_names: { purple: "Coal & <b>", wild: "石炭" },
    translations: { de: { name: "Klein", cities: { aa: "Äh" }, card_names: { purple: "Kohle" } } },
    scoring: { tie_breaks: ["tickets", "bonus"], longest: 7 },
  } as unknown as Board;
  expect(boardIn(await bytes(folder(rich)))).toEqual(rich);
  expect(boardIn(await bytes(folder(board)))).toEqual(board);
});

test("tables and the other editor's file have everything of the board", async () => {
  const tables = unzipped(await bytes(sheets(board)));
  expect([...tables.keys()]).toEqual(["cities.csv", "routes.csv", "tickets.csv"]);
  expect(tables.get("routes.csv")!.trim().split("\n")).toHaveLength(board.routes.length + 1);
  const { version, payload } = JSON.parse(await editorFile(board).text());
  expect(version).toBe(4);
  expect(payload.stops).toHaveLength(board.cities.length);
  expect(payload.routes.map(({ length }: { length: number }) => length)).toEqual(
    board.routes.map(({ length }) => length),
  );
  const formula = { ...board, cities: board.cities.map((city) => ({ ...city, name: "=1+1" })) };
  expect(unzipped(await bytes(sheets(formula))).get("cities.csv")).toContain("'=1+1,");
});

const settings = (text: string): (() => unknown) => {
  const archive = zipped({ "ruleset.toml": text, "cities.csv": "", "routes.csv": "", "tickets.csv": "" });
  return async () => boardIn(await bytes(archive));
};

test("settings that are no TOML are refused with their line", async () => {
  for (const wrong of ["a = 1\n\na", "\n\na = 1 2", "a = 1\nb = 2\na = 2", `\n\na = ${"[".repeat(9999)}`]) {
    await expect(settings(wrong)()).rejects.toThrow(/^ruleset.toml, line 3: [^\n]+$/);
  }
});

test("names from strangers are only names", async () => {
  const table = (await settings("[__proto__]\npolluted = true\n")()) as object;
  expect(Object.keys(table)).toContain("__proto__");
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("archives are read with bounds", async () => {
  for (const wrong of [
    new Uint8Array(0),
    new Uint8Array(100),
    new TextEncoder().encode("PK\u0003\u0004".repeat(30)),
    await bytes(zipped({ a: "x" })).then((good) => good.fill(0xff, 30, 40)),
  ]) {
    expect(() => unzipped(wrong)).toThrow(ZipError);
  }
  const large = await bytes(zipped({ a: "x".repeat(1_000_001) }));
  expect(() => unzipped(large)).toThrow("too large");
  // An archive is unpacked only up to the size that its directory claims.
  const end = large.length - 22;
  const directory = new DataView(large.buffer).getUint32(end + 16, true);
  new DataView(large.buffer).setUint32(directory + 24, 10, true);
  expect(unzipped(large).get("a")).toBe("x".repeat(10));
  const many = await bytes(zipped(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, ""]))));
  expect(() => unzipped(many)).toThrow("more than 100 entries");
  const other = await bytes(zipped({ a: "x" }));
  expect(() => boardIn(other)).toThrow("ruleset.toml");
  for (const text of ['base = "usa"', "[variants.mega]\nname = 'x'"]) {
    await expect(settings(text)()).rejects.toThrow("need a server");
  }
});
