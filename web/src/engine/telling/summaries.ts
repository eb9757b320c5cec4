// The course of a finished game, turn by turn. It is computed from the true states, so it reveals hidden information.

import type { Card, Summary } from "../../lib/types";
import type { Game } from "../game";
import { Count, expected } from "./chances";
import { Facts, factsOf } from "./knowledge";
import { tellings, type Kind, type Messages, type Telling } from "./parts";

/** A summary of a finished game; null while it is in progress. */
export function summaryOf(game: Game): Summary | null {
  if (!game.over) return null;
  const every = tellings(game.engine).map(([, each]) => each);
  const found = new Summarizer(every, game);
  return {
    machine: game.engine.ruleset.kind,
    after: found.after,
    ...found.more,
    players: found.seats.map((seat) =>
      Object.assign(found.playerFields(seat), ...every.map((each) => each.way?.(found, seat))),
    ),
    turns: found.turns,
  } as Summary;
}

interface Turn {
  turn: number;
  seat: number;
  drew: Card[];
  took: Card[];
  offered: number;
  kept: string[];
}

/** Follows a game through its states. */
export class Summarizer<K extends Kind> {
  readonly seats: number[];
  readonly after: number[] = [];
  /** The states at the points of `after`. */
  readonly points: Facts[] = [];
  /** The same, each scored as if the game had ended there. */
  readonly scored: Facts[] = [];
  readonly turns: Turn[] = [];
  /** The states before and after each action of a player. */
  readonly acts: [before: Facts, after: Facts][] = [];
  readonly drawn: Count[];
  readonly dealt: Count[];
  /** Fields of mechanisms about the whole game. */
  readonly more: Partial<Messages[K]["summary"]>;
  private offered: number[];
  private readonly openingKept: string[][];

  constructor(
    private readonly every: Telling<K>[],
    game: Game,
  ) {
    this.more = Object.assign({}, ...every.map((each) => each.summary?.()));
    const again = game.beginning();
    let before = factsOf(again);
    this.seats = before.seats;
    this.drawn = this.seats.map(() => new Count());
    this.dealt = this.seats.map(() => new Count());
    const opening = game.seed !== null || before.phase === "opening";
    this.offered = this.seats.map((seat) => (opening ? before.number("offer_size", seat) : 0));
    this.openingKept = this.seats.map(() => []);
    if (game.seed !== null) this.countDeal(before);
    if (!opening) this.point(before, again);
    for (const [seat, text] of game.actions) {
      again.play(seat, again.number(text, seat));
      const after = factsOf(again);
      this.follow(before, after, again);
      before = after;
    }
    again.release();
  }

  /** Count the wilds in the hands of a new game. */
  private countDeal(first: Facts): void {
    const { engine } = first;
    const given = engine.hasRule("start_wilds") ? engine.rule("start_wilds") : 0;
    const copies = engine.ruleRow("copies");
    const allGiven = given * this.seats.length;
    const wilds = copies[engine.wild]! - allGiven;
    const pool = copies.reduce((sum, count) => sum + count, 0) - allGiven;
    for (const [seat, dealt] of this.dealt.entries()) {
      const cards = first.number("hand_size", seat) - given;
      dealt.add(cards, first.number("hand", seat, engine.wild) - given, (cards * wilds) / pool);
    }
  }

  /** Store the current standing. */
  private point(state: Facts, game: Game): void {
    const over = state.phase === "over";
    this.after.push(state.number("turn") + Number(over));
    this.points.push(state);
    this.scored.push(over ? state : new Facts(game.engine, game.scored(), game.engine.module.layout.state));
  }

  private follow(before: Facts, after: Facts, game: Game): void {
    // The last offer of the opening.
    if (after.phase === "opening" && before.phase !== "opening")
      this.offered = this.seats.map((seat) => after.number("offer_size", seat));
    if (!before.simultaneous) {
      this.act(before, after);
    } else if (before.phase === "opening" && after.phase !== "opening") {
      for (const seat of this.seats) {
        this.openingKept[seat] = after.tickets(after.members("tickets", seat, before));
      }
      this.point(after, game);
    }
    for (const each of this.every) each.passedOn?.(this, before, after);
    if (after.number("turn") !== before.number("turn") || after.phase === "over") this.point(after, game);
  }

  private act(before: Facts, after: Facts): void {
    const [seat, number] = [after.number("did_by"), before.number("turn")];
    if (this.turns.at(-1)?.turn !== number) {
      const begun: Turn = { turn: number, seat, drew: [], took: [], offered: 0, kept: [] };
      this.turns.push(Object.assign(begun, ...this.every.map((each) => each.turn?.())));
    }
    const turn = this.turns.at(-1)!;
    turn.seat = seat; // others may have acted before the first turn (EUR-42)
    this.acts.push([before, after]);
    const { wild } = after.engine;
    switch (after.did) {
      case "draw": {
        const card = after.number("drawn");
        turn.drew.push(after.card(card)!);
        this.drawn[seat]!.add(1, Number(card === wild), expected(before, [wild], 1));
        break;
      }
      case "take":
        turn.took.push(after.card(after.number("did_color"))!);
        break;
      case "tickets":
        turn.offered = after.number("offer_size", seat);
        break;
      case "keep":
        turn.kept = after.tickets(after.members("tickets", seat, before));
        break;
      default:
        // A later mechanism may overwrite an earlier one.
        for (const each of this.every) Object.assign(turn, each.turned?.(before, after, turn.seat));
    }
  }

  /** A field of a player at all points. */
  series(name: string, seat: number): number[] {
    return this.points.map((state) => state.number(name, seat));
  }

  playerFields(seat: number) {
    return {
      seat,
      offered: this.offered[seat],
      kept: this.openingKept[seat],
      score: this.series("score", seat),
      standing: this.scored.map((state) => state.number("final", seat)),
      cards: this.series("hand_size", seat),
      tickets: this.series("ticket_count", seat),
      drawn: this.drawn[seat]!.told,
      dealt: this.dealt[seat]!.told,
    };
  }
}
