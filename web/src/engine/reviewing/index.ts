// Reviews of finished games: docs/review.md. They contain the same figures as those of
// `whistlestop.reviewing`.

import type { Choice, Decision, Review, RoutePlan } from "../../lib/types";
import { RecordError } from "../errors";
import { NONE, type Engine, type Game } from "../game";
import { CLOSE, DIGITS, FORMAT, POINT_DIGITS } from "../layouts/reviewing";
import { rounded } from "../rounding";
import { Knowledge } from "../telling/knowledge";
import { isTicketChoice, judge } from "./judging";
import { countsTurns, outlook } from "./outlook";
import { planAfter, reasons } from "./reasons";
import { accuracy, moments, shares, turningPoints } from "./summing";

export interface ReviewOptions {
  /** Decides which worlds are tried. */
  seed?: number;
  /** The number of worlds for each decision; by default that of the kind of game. */
  worlds?: number;
}

/** A decision to be judged, in a form that can be sent to a worker. */
export interface Question {
  /** The seat's knowledge at that time. */
  observation: Uint8Array;
  seat: number;
  version: number;
  /** The played action, as text. */
  action: string;
  worlds: number;
  seed: number;
}

/** A judged decision, with its effect on each seat's chance and the chances as its seat sees them. */
export interface Judged {
  decision: Decision;
  effect: number[];
  shares: number[];
}

/** The review of a finished game in steps: judge each question, the last first, and add the results. */
export class Reviewing {
  readonly questions: Question[] = [];
  private readonly judged: Judged[] = [];
  private readonly facts: Pick<Review, "ruleset" | "players" | "seed" | "worlds" | "version">;
  private readonly ends: number[];
  private readonly turns: (number | null)[];

  /** Throws RecordError if the game is not over. */
  constructor(game: Game, { seed = 0, worlds = game.engine.module.layout.worlds }: ReviewOptions = {}) {
    if (!game.over) throw new RecordError("record: the game is not over");
    const again = game.beginning();
    for (const [seat, action] of game.actions) {
      const version = again.state.number("ply");
      const observation = again.observe(seat);
      this.questions.push({ observation, seat, version, action, worlds, seed: seed * 1_000_000 + version });
      again.play(seat, again.number(action, seat));
    }
    again.release();
    const { players, ranks } = game;
    const { id } = game.engine.ruleset;
    this.facts = { ruleset: id, players, seed, worlds, version: game.state.number("ply") };
    const winners = ranks.filter((rank) => rank === 1).length;
    this.ends = ranks.map((rank) => Number(rank === 1) / winners);
    this.turns = luckInTurns(game);
  }

  /** The number of decisions judged so far. */
  get done(): number {
    return this.judged.length;
  }

  /** The question to be judged next; undefined once all are. */
  get next(): Question | undefined {
    return this.questions[this.questions.length - 1 - this.done];
  }

  /** Add the judgment of the next question. */
  add(judged: Judged): void {
    this.judged.unshift(judged);
  }

  /** The review of the decisions judged so far, from a later moment to the end. */
  get review(): Review {
    const { ends, judged } = this;
    const { version } = this.facts;
    const decisions = judged.map(({ decision }) => decision);
    const effects = judged.map(({ effect }) => effect);
    const views = judged.map(({ shares }) => shares);
    const chances = moments(decisions, effects, views, ends, version);
    const first = this.questions[0]?.version ?? 0;
    return {
      format: FORMAT,
      ...this.facts,
      seats: shares(decisions, effects, chances[0]!.chances, ends).map((share) => ({
        ...share,
        accuracy: accuracy(decisions, share.seat, judged.length ? first : 0, version),
        turns: this.turns[share.seat]!,
      })),
      chances,
      turning_points: turningPoints(decisions),
      decisions,
    };
  }
}

/** Judge one decision of a game. */
export function judged(engine: Engine, question: Question): Judged {
  const { observation, seat, version, action, worlds, seed } = question;
  const knowledge = new Knowledge(engine, seat, observation);
  const number = engine.notation.parse(action, knowledge.offer);
  const { played, expert, chances, error, effect, shares, points } = judge(knowledge, number, worlds, seed);
  const text = (each: number) => engine.notation.text(each, knowledge.offer);
  const chance = new Map([...chances].map(([each, value]) => [each, rounded(value, DIGITS)]));
  const [before, after] = [chance.get(expert)!, chance.get(played)!];
  const choices: Choice[] = [];
  if (chance.size > 1 && isTicketChoice(engine, played))
    for (const [each, value] of [...chance].sort(([, a], [, b]) => b - a))
      choices.push({ action: text(each), chance: value });
  const better = before - after > CLOSE;
  const [old, now] = better ? [played, expert].map((each) => planAfter(knowledge, each, seed)) : [];
  // With other tickets, turns are not comparable.
  const comparable = old && now && !isTicketChoice(engine, expert);
  const turns: [number, number] | null = comparable ? [old.turns, now.turns] : null;
  const plan: RoutePlan | null = now ? { ...now, turns: rounded(now.turns, 1) } : null;
  const decision: Decision = {
    version,
    seat,
    action: text(played),
    before,
    after,
    error: rounded(error, DIGITS),
    points: rounded(points, POINT_DIGITS),
    expert: better ? text(expert) : null,
    choices,
    reasons: better ? reasons(knowledge, played, expert, turns, seed) : [],
    plan,
    legal: better ? knowledge.legal.map(text) : [],
  };
  return { decision, effect, shares };
}

/** By how many turns each seat's cards from the deck came earlier than average; null in games without plans of turns. */
function luckInTurns(game: Game): (number | null)[] {
  const luck = Array<number>(game.players).fill(0);
  if (!countsTurns(game.engine)) return luck.map(() => null);
  const again = game.beginning();
  for (const [seat, action] of game.actions) {
    const seen = action === "draw" ? Knowledge.of(again, seat) : null;
    again.play(seat, again.number(action, seat));
    const card = again.state.number("drawn");
    if (!seen || card === NONE) continue;
    const { unseen, withCard } = outlook(seen);
    const total = unseen.reduce((sum, count) => sum + count, 0);
    const sum = unseen.reduce((all, count, each) => all + count * withCard[each]!, 0);
    luck[seat]! += (sum / Math.max(1, total) - withCard[card]!) / 1000;
  }
  again.release();
  return luck.map((each) => rounded(each, 1));
}

/** The review of a finished game. Throws RecordError if the game is not over. */
export function reviewOf(game: Game, options: ReviewOptions = {}): Review {
  const reviewing = new Reviewing(game, options);
  for (let next = reviewing.next; next; next = reviewing.next) reviewing.add(judged(game.engine, next));
  return reviewing.review;
}
