// The files of a static site: the answers of a server to read-only requests, written by
// src/whistlestop/server/static_site.py.
import { Refusal } from "./answers";

/** The requests that a file answers. */
const KEPT = /^[/]api[/](rulesets|bots|lessons|puzzles|boards[/])\b/;
/** Requests for a table that need only its key, which begins with the id of the ruleset. */
const BOARD = /^[/]api[/]tables[/](\w+)-\w+[/](ruleset|board[.]svg|thumbnail[.]svg)$/;

/** The request for the board of a table on this device; null for other requests. */
export function published(path: string): string | null {
  const [, ruleset, part] = BOARD.exec(path) ?? [];
  return ruleset ? `/api/rulesets/${ruleset}${part === "ruleset" ? "" : `/${part}`}` : null;
}

/** Tables on users' own boards, which the site does not have. */
const OWN = /^[/]api[/]tables[/]own_/;

/** The address of the file that answers a request, below that of the page; null if no file does. */
export function fileOf(path: string): string | null {
  if (OWN.test(path)) return null;
  const found = published(path) ?? path;
  if (!KEPT.test(found) && found.startsWith("/api/")) return null;
  return `.${found}${/[.]\w+$/.test(found) ? "" : ".json"}`;
}

/** Files that are loading before they are needed. */
const early = new Map<string, Promise<Response>>();

/** Starts loading a file that will be used once. To read it before that, clone it. */
export function loadEarly(address: string, base: string): Promise<Response> {
  const found = early.get(address) ?? load(address, base);
  found.catch(() => undefined); // `file` reports it
  early.set(address, found);
  return found;
}

/** A file below an address. Throws Refusal if there is none. */
export function file(address: string, base: string): Promise<Response> {
  const found = early.get(address) ?? load(address, base);
  early.delete(address);
  return found;
}

/** Some hosts answer with a page instead of an error if there is no such file. */
async function load(address: string, base: string): Promise<Response> {
  const found = await fetch(new URL(address, base));
  if (found.ok && !found.headers.get("content-type")?.startsWith("text/html")) return found;
  throw new Refusal("not_found", "This file does not exist.", 404);
}

/** The same, parsed as JSON. */
export const read = async <T>(address: string, base: string): Promise<T> =>
  (await file(address, base)).json();
