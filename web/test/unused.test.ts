// Every message is used: its id is in the source, or matches a template in the source such as `error.${code}`.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allParts, NAMES, read } from "../plugins/languages";

function sourceOf(folder: string, ends: string[]): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ends.some((end) => file.endsWith(end)))
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .join("\n");
}

const client = sourceOf("src", [".ts", ".svelte"]);
const server = sourceOf("../src/whistlestop", [".py"]);
const sheets = sourceOf("../src/whistlestop/printing", [".typ"]);

/** Quoted strings of the source, and the names of fields. */
const quoted = new Set(
  [...`${client}\n${server}`.matchAll(/["'`]([\w.-]+)["'`]|\b(\w+)\??[:=]/g)].map(
    ([, text, field]) => text ?? field!,
  ),
);

/** Templates of ids: they start with letters and a dot, or have a dot after a variable. */
const templates = [
  ...[...client.matchAll(/`((?:[\w.-]|\$\{[^}`]*\})+)`/g)].map(([, text]) => text!.split(/\$\{[^}]*\}/)),
  ...[...server.matchAll(/\bf"((?:[\w.-]|\{[^}"]*\})+)"/g)].map(([, text]) => text!.split(/\{[^}]*\}/)),
]
  .filter((parts) => parts.length > 1 && /\w\.|\.\w|\w_|_\w/.test(parts.join(" ")))
  .map((parts) => parts.map((part) => part.replaceAll(".", "\\.")).join("([\\w.-]+)"));
const made = new RegExp(`^(${[...new Set(templates)].join("|")})$`);

const used = (id: string) => quoted.has(id) || made.test(id);

/** Notifications: the server combines the kind and the part of the text. */
const paired = (id: string) => id.split(".").every((word) => quoted.has(word));

/** Printed boards: the sheets use the texts without the prefix of their catalogue. */
const printed = (id: string) => new RegExp(`texts\\.(at\\(")?${id.replace("print.", "")}\\b`).test(sheets);

/** Other ways to use the messages of a part. */
const NOTED: Record<string, (id: string) => boolean> = { notifications: paired, print: printed };

// Names of games and places depend on the rulesets.
test.each(allParts().filter((part) => part !== NAMES))("every message of %s is used", (part) => {
  const found = Object.keys(read("en", part)).filter((id) => !used(id) && !NOTED[part]?.(id));
  expect(found).toEqual([]);
});

test("an unused message is found", () => {
  expect(used("app.name")).toBe(true);
  expect(used("error.stale")).toBe(true);
  expect(used("app.no_such_thing_at_all")).toBe(false);
});
