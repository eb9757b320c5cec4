// A mechanism is a folder of its kind with the same name as on the server, and is listed.
import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NAMES as network } from "../src/network/mechanisms";
import { NAMES as yard } from "../src/yard/mechanisms";

const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((one) => one.isDirectory() && !one.name.startsWith("_"))
    .map(({ name }) => name)
    .sort();

describe.each([
  ["network", network],
  ["yard", yard],
])("%s", (kind, names) => {
  test("exactly the existing folders are listed", () => {
    expect([...names].sort()).toEqual(folders(`src/${kind}/mechanisms`));
  });

  test("the server has the same mechanisms", () => {
    const there = `../src/whistlestop/games/${kind}/mechanisms`;
    const rules = folders(there).filter((name) => existsSync(`${there}/${name}/rules.py`));
    expect([...names].sort()).toEqual(rules);
  });
});
