// Declarations: declared seats, completed tickets, and the score of a pass.

import type { DeclarationAnswer, DefaultDeclaration, ScoredEvent } from "../../../lib/types";
import { IllegalAction } from "../../errors";
import { NONE } from "../../game";
import { membersOf } from "../../records";
import type { Facts, Knowledge } from "../knowledge";
import type { Telling } from "../parts";

const points = (facts: Facts, tickets: number[]): number =>
  tickets.reduce((sum, ticket) => sum + facts.rule("ticket_points", ticket), 0);

const sealed = (facts: Facts, seat: number): string[] =>
  facts.tickets(membersOf(facts.number("sealed", seat)));

/** Stacks and declared tickets of all players. */
const scored = (before: Knowledge, after: Knowledge): ScoredEvent => ({
  event: "scored",
  pass: before.number("pass_index") + 1,
  players: after.seats.map((seat) => ({
    seat,
    stack: after.counts(before.row("stack", seat)),
    tickets: after.tickets(after.members("declared", seat, before)),
    points: after.number("score", seat) - before.number("score", seat),
  })),
});

/** The engine's declaration for a seat that has a declaration to make. */
function byDefault(knowledge: Knowledge): DefaultDeclaration | null {
  const { phase, seat } = knowledge;
  if (seat === null || phase !== "declaration" || !knowledge.toAct.includes(seat)) return null;
  const tickets = membersOf(knowledge.ask("best_declaration", seat));
  return { default: knowledge.tickets(tickets), points: points(knowledge, tickets) };
}

export const declarations: Telling<"yard"> = {
  acted: (_before, after) =>
    after.did === "declare" ? [{ event: "declared", seat: after.number("did_by") }] : null,
  followed(before, after) {
    const [was, now] = [before.phase === "declaration", after.phase === "declaration"];
    if (was === now) return [];
    return now ? [{ event: "declaring", pass: after.number("pass_index") + 1 }] : [scored(before, after)];
  },
  view(knowledge) {
    const { phase, seat } = knowledge;
    const chosen = seat !== null && phase === "declaration" && knowledge.number("chosen", seat) > 0;
    return {
      declaration: byDefault(knowledge),
      ...(chosen ? { choice: sealed(knowledge, seat) } : {}),
    };
  },
  player: (facts, player) => ({
    completed: facts.tickets(facts.members("declared", player)),
    chosen: facts.simultaneous && facts.number("chosen", player) > 0,
  }),
  positionPlayer: (state, player) => ({
    completed: state.tickets(state.members("declared", player)),
    ...(state.phase === "declaration" && state.number("sealed", player) !== NONE
      ? { choice: sealed(state, player) }
      : {}),
  }),
  way: (summarizer, player) => ({
    completed: summarizer.points.map((state) => state.members("declared", player).length),
  }),
};

/**
 * Whether the seat's stack pays for these tickets, their points, and the tickets that can be added. Throws
 * NotationError for an invalid list of tickets, and IllegalAction if the seat has no declaration to make.
 */
export function declarationOf(knowledge: Knowledge, tickets: readonly string[]): DeclarationAnswer {
  const { engine, phase, seat } = knowledge;
  if (seat === null || phase !== "declaration" || !knowledge.toAct.includes(seat)) {
    throw new IllegalAction("no declaration is due");
  }
  const declared = engine.notation.parse(`declare:${tickets.join(",")}`) - engine.ruleset.declare!;
  const feasible = (chosen: number) => knowledge.ask("feasible", seat, chosen) === 1;
  const chosen = membersOf(declared);
  return {
    feasible: feasible(declared),
    points: points(knowledge, chosen),
    addable: knowledge.tickets(
      knowledge
        .members("tickets", seat)
        .filter((ticket) => !chosen.includes(ticket) && feasible(declared + 2 ** ticket)),
    ),
  };
}
