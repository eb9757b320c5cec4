// Every message is used: its id is in the source, or it is one of those whose ids are made of parts.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allParts, NAMES, read } from "../plugins/languages";

/**
 * The beginnings of ids that are made at run time, such as `error.${code}`. What follows has to be a word of the source.
 */
const MADE = [
  ...[
    "aid",
    "bot",
    "card",
    "cards",
    "color",
    "deed",
    "end",
    "error",
    "gesture",
    "gone",
    "guide",
    "help",
    "lesson",
  ],
  ...["named", "notices", "paint", "phrase", "programs", "recent", "report", "review", "rules"],
  ...["settings", "status", "ticket", "verify", "yard", "games"],
  // Of the server: kinds of e-mail and of notification.
  ...["address", "changed", "factor_off", "factor_on", "invited", "left", "over", "passkey", "recover"],
  ...["rematch", "started", "token"],
];

/** The beginnings and ends of parts of ids that are words of the source themselves. */
const AFFIX =
  /^(usa|europe|switzerland|card_game|page|search|table|section|example|tie|theme|ask|pace|brief|chart|chart_about|event|filter|by|kind|about|scope|short|share|story|luck|end|stop|confirm|is)[._]|[._](title|key|ours|right|wrong|deck|subject|text|what|body|unnamed|do|done|bottom|removed|\d)$/;

function sourceOf(folder: string, ends: string[]): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ends.some((end) => file.endsWith(end)))
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .join("\n");
}

const client = sourceOf("src", [".ts", ".svelte"]);
const server = sourceOf("../src/whistlestop", [".py"]);
/** What is quoted in the source, and the names of fields. */
const quoted = new Set(
  [...`${client}\n${server}`.matchAll(/["'`]([\w.-]+)["'`]|\b(\w+)\??[:=]/g)].map(
    ([, text, field]) => text ?? field!,
  ),
);

/** Whether a part of an id is a word of the source, as it is or without what is added to such words. */
function known(part: string): boolean {
  if (quoted.has(part) || quoted.has(part.replaceAll("_", "-"))) return true;
  const less = part.replace(AFFIX, "");
  return less !== part && (less === "" || known(less));
}

function used(id: string): boolean {
  if (quoted.has(id)) return true;
  const [start, ...rest] = id.split(".");
  return MADE.includes(start!) && known(rest.join("."));
}

// Names of games and places come with their rulesets.
test.each(allParts().filter((part) => part !== NAMES))("every message of %s is used", (part) => {
  expect(Object.keys(read("en", part)).filter((id) => !used(id))).toEqual([]);
});

test("a message that nothing uses is found", () => {
  expect(used("app.name")).toBe(true);
  expect(used("error.stale")).toBe(true);
  expect(used("error.no_such_thing_at_all")).toBe(false);
  expect(used("app.no_such_thing_at_all")).toBe(false);
});
