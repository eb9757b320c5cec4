// Hints, from the server or, on a site that leaves them to browsers, from this device.
import { api } from "../lib/api";
import { STATIC } from "../lib/site";
import type { Hint } from "../lib/types";

/** Whether the site leaves hints to browsers, as far as is known. */
let left = !STATIC && typeof WebAssembly === "object" && typeof Worker === "function";

/** An expert's action for a seat of a table, with the reasons. Rejects with ApiError. */
export async function hintFor(table: string, seat: number | null): Promise<Hint> {
  return (left && (await hintHere(table, seat))) || api.hint(table, seat);
}

/** The hint from this device; null if the site makes hints itself, or the device cannot. */
async function hintHere(table: string, seat: number | null): Promise<Hint | null> {
  const observed = await api.observation(table, seat);
  left = observed.bytes !== null;
  if (!left) return null;
  const { ask } = await import("../local/device");
  const answer = await ask("POST", `/api/hints/${encodeURIComponent(observed.ruleset)}`, observed);
  return answer.ok ? answer.json() : null;
}
