// Reviews that this device makes, for a site that leaves them to browsers.
import { api } from "../lib/api";
import type { ReviewAnswer } from "../lib/types";

/** The state of a review on this device; `begin` requests it. It counts as failed if the device cannot make it. */
export async function reviewHere(game: string, worlds: number, begin: boolean): Promise<ReviewAnswer> {
  const { ask } = await import("../local/device");
  const body = begin ? { record: await api.record(game), worlds } : undefined;
  const answer = await ask(begin ? "POST" : "GET", `/api/reviews/${encodeURIComponent(game)}`, body);
  return answer.ok ? answer.json() : { state: "failed" };
}
