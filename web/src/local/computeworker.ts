// A worker that computes for another one: it runs playouts for a search, or judges a decision for a review.
/// <reference lib="webworker" />
import { judged, PlayoutRunner, type Judged, type Playouts, type Question, type SearchTask } from "../engine";
import { engineOf, once } from "./engines";

declare const self: DedicatedWorkerGlobalScope;

interface Job {
  base: string;
  ruleset: string;
  /** The board as JSON, if the site has no board with this id. */
  board: string | null;
}

export interface PlayoutJob extends Job {
  observation: Uint8Array;
  task: SearchTask;
}

export interface JudgingJob extends Job {
  question: Question;
}

const runners = new Map<string, Promise<PlayoutRunner>>();

async function compute(job: PlayoutJob | JudgingJob): Promise<Playouts | Judged> {
  const { base, board, ruleset } = job;
  const engine = await engineOf(ruleset, base, board);
  if ("question" in job) return judged(engine, job.question);
  const runner = await once(runners, ruleset, async () => new PlayoutRunner(engine));
  return runner.run(job.observation, job.task.actions, job.task.worlds, job.task);
}

self.onmessage = async ({ data }: MessageEvent<PlayoutJob | JudgingJob>) => {
  self.postMessage(await compute(data).catch(() => null));
};
