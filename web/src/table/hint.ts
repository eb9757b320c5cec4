// Hints, from the server or, on a site that leaves them to browsers, from this device.
import { api } from "../lib/api";
import { STATIC } from "../lib/site";
import type { Hint } from "../lib/types";
import { isLocal } from "../lib/localids";

const able = !STATIC && typeof WebAssembly === "object" && typeof Worker === "function";
/** The tables at which the site makes the hints. */
const others = new Set<string>();

/** An expert's action for a seat of a table, with the reasons. Rejects with ApiError. */
export async function hintFor(table: string, seat: number | null): Promise<Hint> {
  const here = able && !others.has(table) && !isLocal(table);
  return (here && (await hintHere(table, seat))) || api.hint(table, seat);
}

/** The hint from this device; null if the site makes hints itself, or the device cannot. */
async function hintHere(table: string, seat: number | null): Promise<Hint | null> {
  const observed = await api.observation(table, seat);
  if (!observed.hints) {
    others.add(table);
    return null;
  }
  const { ask } = await import("../local/device");
  const answer = await ask("POST", `/api/hints/${encodeURIComponent(observed.ruleset)}`, observed);
  return answer.ok ? answer.json() : null;
}
