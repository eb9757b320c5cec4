// Views and outcomes: the parts common to all games, and those of the mechanisms.

import type { View } from "../../lib/types";
import { Knowledge, orNull } from "./knowledge";
import { bits } from "./notation";
import { tellings } from "./parts";

export type Outcome = NonNullable<View["outcome"]>;

const merged = (parts: object[]): object => Object.assign({}, ...parts);

/** The view of a seat, with its legal actions. `look`: players can look at their own stack at any time. */
export function viewOf(knowledge: Knowledge, look = false): View {
  const every = tellings(knowledge.engine);
  return {
    machine: knowledge.engine.ruleset.kind,
    ...common(knowledge),
    players: knowledge.seats.map((player) => ({
      ...playerFields(knowledge, player),
      ...merged(every.map(([, each]) => each.player?.(knowledge, player) ?? {})),
    })),
    outcome: outcomeOf(knowledge),
    ...merged(every.map(([, each]) => each.view?.(knowledge, look) ?? {})),
  } as View;
}

function common(knowledge: Knowledge) {
  const { engine, offer, seat } = knowledge;
  const left = orNull(knowledge.number("final_left"));
  return {
    ruleset: engine.ruleset.id,
    ruleset_version: engine.ruleset.version,
    version: knowledge.number("ply"),
    seat,
    players_count: knowledge.players,
    phase: knowledge.phase,
    to_act: knowledge.toAct,
    first: knowledge.number("first"),
    turn: knowledge.number("turn"),
    final_round: left === null ? null : { turns_left: left, caused_by: orNull(knowledge.number("final_by")) },
    market: knowledge.market,
    deck: knowledge.number("deck_size"),
    discard: knowledge.counts(knowledge.row("discard")),
    discard_size: knowledge.number("discard_size"),
    ticket_deck: knowledge.number("ticket_size"),
    hand: seat === null ? null : knowledge.counts(knowledge.row("hand", seat)),
    keep_min: keepMin(knowledge),
    choice: choice(knowledge),
    legal: knowledge.legal.map((action) => engine.notation.text(action, offer)),
  };
}

function keepMin(knowledge: Knowledge): number {
  const { phase, seat } = knowledge;
  if (seat === null || !knowledge.number("offer_size", seat)) return 0;
  if (phase === "opening") return knowledge.rule("opening_keep_min");
  return phase === "ticket_choice" ? knowledge.rule("draw_keep_min") : 0;
}

/** The offered tickets that the seat has chosen to keep, until the others have chosen, too. */
function choice(knowledge: Knowledge): string[] | null {
  const { offer, phase, seat } = knowledge;
  if (seat === null || phase !== "opening" || !knowledge.number("chosen", seat)) return null;
  return knowledge.tickets(
    bits(knowledge.number("sealed", seat), offer.length).map((place) => offer[place]!),
  );
}

function playerFields(knowledge: Knowledge, seat: number) {
  return {
    seat,
    score: knowledge.number("score", seat),
    cards: knowledge.number("hand_size", seat),
    tickets: knowledge.number("ticket_count", seat),
    offer: knowledge.number("offer_size", seat),
    owes: knowledge.toAct.includes(seat),
    known: knowledge.counts(knowledge.row("known", seat)),
  };
}

/** The seats in the first place. */
export const winners = (knowledge: Knowledge): number[] =>
  knowledge.seats.filter((seat) => knowledge.number("rank", seat) === 1);

/** The final scores by part and the ranking; null during the game. */
export function outcomeOf(knowledge: Knowledge): Outcome | null {
  if (knowledge.phase !== "over") return null;
  const { scored } = knowledge.engine.module.layout;
  const every = tellings(knowledge.engine);
  const players = knowledge.seats.map((player) => ({
    seat: player,
    rank: knowledge.number("rank", player),
    score: knowledge.number("final", player),
    ...merged(
      every.map(([name, each]) => ({
        ...Object.fromEntries(
          (scored[name] ?? []).map(([part, field]) => [part, knowledge.number(field, player)]),
        ),
        ...each.result?.(knowledge, player),
      })),
    ),
  }));
  return { winners: winners(knowledge), players } as Outcome;
}
