// A worker that computes for another one: it runs playouts for a search, or judges a decision for a review.
/// <reference lib="webworker" />
import { judged, PlayoutRunner, type Judged, type Playouts, type Question, type SearchTask } from "../engine";
import { engineOf, once } from "./engines";

declare const self: DedicatedWorkerGlobalScope;

interface Asked {
  base: string;
  ruleset: string;
  /** The board as JSON, if the site has no board with this id. */
  board: string | null;
}

export interface ToPlay extends Asked {
  observation: Uint8Array;
  task: SearchTask;
}

export interface ToJudge extends Asked {
  question: Question;
}

const runners = new Map<string, Promise<PlayoutRunner>>();

async function think(asked: ToPlay | ToJudge): Promise<Playouts | Judged> {
  const { base, board, ruleset } = asked;
  const engine = await engineOf(ruleset, base, board);
  if ("question" in asked) return judged(engine, asked.question);
  const runner = await once(runners, ruleset, async () => new PlayoutRunner(engine));
  return runner.run(asked.observation, asked.task.actions, asked.task.worlds, asked.task);
}

self.onmessage = async ({ data }: MessageEvent<ToPlay | ToJudge>) => {
  self.postMessage(await think(data).catch(() => null));
};
