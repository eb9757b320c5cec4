// The files of a static site: what a server would answer to requests that change nothing, written by
// src/whistlestop/server/static_site.py.
import { Refusal } from "./answers";

/** The requests that a file answers. */
const KEPT = /^[/]api[/](rulesets|bots|lessons|puzzles|boards[/])\b/;
/** Requests for a table that its key alone answers: it begins with the id of the ruleset. */
const BOARD = /^[/]api[/]tables[/](\w+)-\w+[/](ruleset|board[.]svg|thumbnail[.]svg)$/;

/** The request for the board of a table on this device; null if it is another request. */
export function published(path: string): string | null {
  const [, ruleset, part] = BOARD.exec(path) ?? [];
  return ruleset ? `/api/rulesets/${ruleset}${part === "ruleset" ? "" : `/${part}`}` : null;
}

/** Tables on boards that somebody has made, which the site does not have. */
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

/** Starts to load a file that will be needed once. Who reads it here must clone it. */
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

/** Hosts answer in different ways that there is no such file. */
async function load(address: string, base: string): Promise<Response> {
  const found = await fetch(new URL(address, base));
  if (found.ok && !found.headers.get("content-type")?.startsWith("text/html")) return found;
  throw new Refusal("not_found", "This file does not exist.", 404);
}

/** The same, read as JSON. */
export const read = async <T>(address: string, base: string): Promise<T> =>
  (await file(address, base)).json();
