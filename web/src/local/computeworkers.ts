// Workers for long computations: playouts for searches, and judged decisions for reviews.
import type { Judged, Playouts } from "../engine";
import type { JudgingJob, PlayoutJob } from "./computeworker";

/** Workers beside the page and its tables; more would make a phone hot and save little time. */
const MAX_WORKERS = 4;

export const startWorkers = (): Worker[] =>
  Array.from(
    { length: Math.max(1, Math.min(MAX_WORKERS, (navigator.hardwareConcurrency || 2) - 1)) },
    () => new Worker(new URL("./computeworker.ts", import.meta.url), { type: "module" }),
  );

/** Send a task to an idle worker. Rejects if it fails. */
export function runJob(worker: Worker, job: PlayoutJob): Promise<Playouts>;
export function runJob(worker: Worker, job: JudgingJob): Promise<Judged>;
export function runJob(worker: Worker, job: PlayoutJob | JudgingJob): Promise<Playouts | Judged> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data ? resolve(data) : reject(new Error("no result")));
    worker.onerror = () => reject(new Error("no worker"));
    worker.postMessage(job);
  });
}

export function stopWorkers(workers: Worker[]): void {
  for (const worker of workers) worker.terminate();
}
