// Workers for long computations: playouts for searches, and judged decisions for reviews.
import type { Judged, Playouts } from "../engine";
import type { ToJudge, ToPlay } from "./thinker";

/** Workers beside the page and its tables; more would make a phone hot and save little time. */
const MOST = 4;

export const started = (): Worker[] =>
  Array.from(
    { length: Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1)) },
    () => new Worker(new URL("./thinker.ts", import.meta.url), { type: "module" }),
  );

/** Send a task to an idle worker. Rejects if it fails. */
export function ask(worker: Worker, wish: ToPlay): Promise<Playouts>;
export function ask(worker: Worker, wish: ToJudge): Promise<Judged>;
export function ask(worker: Worker, wish: ToPlay | ToJudge): Promise<Playouts | Judged> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data ? resolve(data) : reject(new Error("no result")));
    worker.onerror = () => reject(new Error("no worker"));
    worker.postMessage(wish);
  });
}

export function end(workers: Worker[]): void {
  for (const worker of workers) worker.terminate();
}
