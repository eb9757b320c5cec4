// Reviews of finished games, in the form of docs/protocol/replays.md: one game after another, its decisions divided
// among workers.
import { Reviewing, type Game, type Judged, type RulesetFile } from "../engine";
import type { ReviewAnswer } from "../lib/types";
import { Refusal } from "./answers";
import { searchesDone } from "./search";
import type { Store } from "./store";
import { runJob, stopWorkers, startWorkers } from "./computeworkers";

/** The maximum number of decisions in a reviewed game. */
const MOST = 1000;

interface Wish {
  id: string;
  game: Game;
  /** The number of worlds for each decision, if not the kind's default. */
  worlds?: number;
}

export class Reviews {
  private readonly waiting: Wish[] = [];
  private readonly failed = new Set<string>();
  private working: { id: string; reviewing: Reviewing } | null = null;

  constructor(
    private readonly store: Store,
    private readonly base: string,
  ) {}

  /** The state of the review of a finished game. */
  async answer(id: string): Promise<ReviewAnswer> {
    if (this.working?.id === id) {
      const { done, questions, review } = this.working.reviewing;
      return { state: "working", done, total: questions.length, review: done ? review : null };
    }
    const place = this.waiting.findIndex((wish) => wish.id === id);
    if (place >= 0) {
      const total = this.waiting[place]!.game.actions.length;
      return { state: "waiting", total, ahead: place + Number(this.working !== null) };
    }
    const review = await this.store.review(id);
    if (!review) return { state: this.failed.has(id) ? "failed" : "none" };
    const total = review.decisions.length;
    return { state: "done", done: total, total, review };
  }

  /** Request the review of a finished game, or one in more worlds than the stored one. */
  async begin(wish: Wish): Promise<ReviewAnswer> {
    const { state, review } = await this.answer(wish.id);
    const deeper = state === "done" && (wish.worlds ?? 0) > review!.worlds;
    if (state === "none" || state === "failed" || deeper) {
      if (wish.game.actions.length > MOST)
        throw new Refusal("unavailable", `Games of more than ${MOST} decisions are not reviewed.`);
      this.waiting.push(wish);
      if (!this.working) void this.run();
    }
    return this.answer(wish.id);
  }

  private async run(): Promise<void> {
    for (let wish = this.waiting.shift(); wish; wish = this.waiting.shift()) {
      const { id, game, worlds } = wish;
      const reviewing = new Reviewing(game, worlds ? { worlds } : {});
      this.working = { id, reviewing };
      this.failed.delete(id);
      try {
        await this.judge(game.engine.ruleset, reviewing);
        await this.store.putReview(id, reviewing.review);
      } catch {
        this.failed.add(id);
      }
      this.working = null;
    }
  }

  /** Let workers judge all decisions, the last one first, because it takes the least time. */
  private async judge({ board, id: ruleset }: RulesetFile, reviewing: Reviewing): Promise<void> {
    const workers = startWorkers();
    const { base } = this;
    const open = [...reviewing.questions];
    const found = new Map<number, Judged>();
    const work = async (worker: Worker): Promise<void> => {
      for (let question = open.pop(); question; question = open.pop()) {
        await searchesDone(); // bots and hints that somebody is waiting for come first
        found.set(question.version, await runJob(worker, { base, ruleset, board, question }));
        for (let next = reviewing.next; next; next = reviewing.next) {
          const judged = found.get(next.version);
          if (!judged) break;
          reviewing.add(judged);
        }
      }
    };
    try {
      await Promise.all(workers.map(work));
    } finally {
      stopWorkers(workers);
    }
  }
}
