// Folders of the client depend on each other in one direction only, including dynamic imports. A file beside the
// folders counts as a folder of its own.
import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The folder of a path below `src/`, or the name of a file beside the folders. */
const top = (path: string): string => path.split("/")[2]!.split(".")[0]!;

/** Folder -> the folders that its files import from. */
function imports(files: Record<string, string>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, text] of Object.entries(files)) {
    const folder = top(path);
    const others = found.get(folder) ?? new Set();
    found.set(folder, others);
    for (const [, target] of text.matchAll(/(?:from|import\(|import) ?"(\.[^"]*)"/g)) {
      const { pathname } = new URL(target!, new URL(path, "file:///web/test/"));
      const other = top(pathname.replace("/web/", "../"));
      if (other !== folder) others.add(other);
    }
  }
  return found;
}

/** A cycle of imports from a folder back to itself, if there is one. */
function cycle(graph: Map<string, Set<string>>): string[] | null {
  const walk = (path: string[]): string[] | null => {
    for (const next of graph.get(path.at(-1)!) ?? []) {
      if (next === path[0]) return [...path, next];
      const found = path.includes(next) ? null : walk([...path, next]);
      if (found) return found;
    }
    return null;
  };
  for (const folder of graph.keys()) {
    const found = walk([folder]);
    if (found) return found;
  }
  return null;
}

test("a cycle is found", () => {
  const files = { "../src/a/x.ts": 'import y from "../b/y"', "../src/b/y.ts": 'await import("../c")' };
  expect(cycle(imports(files))).toBeNull();
  expect(cycle(imports({ ...files, "../src/c.ts": 'import "./a/x"' }))).toEqual(["a", "b", "c", "a"]);
});

test("folders have no import cycles", () => {
  const graph = imports(sources);
  expect([...graph.keys()].sort()).toEqual(
    expect.arrayContaining(["board", "lib", "machines", "network", "parts", "yard"]),
  );
  expect([...(graph.get("network") ?? [])]).toEqual(expect.arrayContaining(["board", "lib", "parts"]));
  expect(cycle(graph)).toBeNull();
});
