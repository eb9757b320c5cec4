// Every variable of a style exists: a typo would silently disable a property, such as the background of a dialog.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

function filesOf(folder: string, ends: string[]): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ends.some((end) => file.endsWith(end)))
    .map((file) => [file, readFileSync(`${folder}/${file}`, "utf8")]);
}

const client = filesOf("src", [".ts", ".svelte", ".css"]);
const drawing = filesOf("../src/whistlestop/drawing", [".py"]);

/** Variables set in a style, by a directive or by a script; drawings bring their own. */
const known = new Set([
  ...client.flatMap(([, text]) =>
    [...text.matchAll(/(--[\w-]+)\s*:|style:(--[\w-]+)|["'`](--[\w-]+)["'`]|@property (--[\w-]+)/g)].map(
      ([, ...names]) => names.find(Boolean),
    ),
  ),
  ...drawing.flatMap(([, text]) => [...text.matchAll(/"([\w-]+)":/g)].map(([, name]) => `--${name}`)),
]);

test.each(client)("%s", (_, text) => {
  const used = [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});
