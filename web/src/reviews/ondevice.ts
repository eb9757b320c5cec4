// Reviews that this device makes, for a site that leaves them to browsers.
import { api } from "../lib/api";
import { STATIC } from "../lib/site";
import type { ReviewAnswer } from "../lib/types";

/** The state of a review on this device; `begin` requests it. It counts as failed if the device cannot make it. */
export async function reviewOnDevice(game: string, worlds: number, begin: boolean): Promise<ReviewAnswer> {
  const { askWorker } = await import("../local/device");
  // A static site has the game itself.
  const path = STATIC
    ? `/api/games/${encodeURIComponent(game)}/review`
    : `/api/reviews/${encodeURIComponent(game)}`;
  const body = begin ? { worlds, ...(!STATIC && { record: await api.record(game) }) } : undefined;
  const answer = await askWorker(begin ? "POST" : "GET", path, body);
  return answer.ok ? answer.json() : { state: "failed" };
}
