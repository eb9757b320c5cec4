// Hints, from the server or, on a site that leaves them to browsers, from this device.
import { api } from "../lib/api";
import { STATIC } from "../lib/site";
import type { Hint } from "../lib/types";
import { isLocal } from "../lib/localids";

const able = !STATIC && typeof WebAssembly === "object" && typeof Worker === "function";
/** The tables at which the site makes the hints. */
const others = new Set<string>();

/** An expert's action for a seat of a table, with the reasons. Rejects with ApiError, or when the signal says so. */
export async function hintFor(table: string, seat: number | null, signal: AbortSignal): Promise<Hint> {
  const here = able && !others.has(table) && !isLocal(table);
  const hint = here ? await hintHere(table, seat, signal) : null;
  signal.throwIfAborted();
  return hint ?? api.hint(table, seat, signal);
}

/** The hint from this device; null if the site makes hints itself, or the device cannot. */
async function hintHere(table: string, seat: number | null, signal: AbortSignal): Promise<Hint | null> {
  const observed = await api.observation(table, seat, signal);
  if (!observed.hints) {
    others.add(table);
    return null;
  }
  const { askWorker } = await import("../local/device");
  signal.throwIfAborted();
  const answer = await askWorker("POST", `/api/hints/${encodeURIComponent(observed.ruleset)}`, observed);
  return answer.ok ? answer.json() : null;
}
