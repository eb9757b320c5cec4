// The search of the expert and of hints. Its playouts run in separate workers, so tables stay responsive.
import { adviseTogether, thinkTogether, type Engine, type PlayTask, type Searched } from "../engine";
import { runJob, stopWorkers, startWorkers } from "./computeworkers";

let workers: Worker[] | null = null;
/** Searches run one after another, each on all workers. */
let last: Promise<unknown> = Promise.resolve();

/** Starts the workers while there is still a connection to load them. */
export function prepareSearch(): void {
  workers ??= startWorkers();
}

/** Resolves when no search is running. */
export const searchesDone = (): Promise<unknown> => last;

/** The action that a search chooses for the seat of an observation; null if it cannot run here. */
export const search = (
  engine: Engine,
  observation: Uint8Array,
  seed: bigint,
  base: string,
): Promise<number | null> =>
  inWorkers(engine, base, async (plays) => {
    const { action } = await thinkTogether(engine, observation, plays, { seed });
    return action;
  });

/** The same, compared with the planner's action. */
export const advise = (engine: Engine, observation: Uint8Array, base: string): Promise<Searched | null> =>
  inWorkers(engine, base, (plays) => adviseTogether(engine, observation, plays));

function inWorkers<T>(
  engine: Engine,
  base: string,
  think: (plays: PlayTask[]) => Promise<T>,
): Promise<T | null> {
  const next = last.then(() => {
    workers ??= startWorkers();
    const { board, id } = engine.ruleset;
    return think(
      workers.map(
        (worker): PlayTask =>
          (observation, task) =>
            runJob(worker, { base, ruleset: id, board, observation, task }),
      ),
    );
  });
  last = next.catch(() => {
    stopWorkers(workers ?? []);
    workers = null;
  });
  return next.catch(() => null);
}
