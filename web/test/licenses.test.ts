import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string): string => readFileSync(path, "utf8");

test.each([
  ["OFL-1.1-Jost.txt", "@fontsource-variable/jost", "SIL OPEN FONT LICENSE"],
  ["Unicode-DFS-2016-make-plural.txt", "make-plural", "Unicode, Inc."],
])("%s is the license in the package", (name, from, words) => {
  const ours = read(`../LICENSES/${name}`);
  expect(ours).toBe(read(`node_modules/${from}/LICENSE`));
  expect(ours).toContain(words);
});
