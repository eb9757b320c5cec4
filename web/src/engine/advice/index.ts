// Plans and hints without a server: docs/protocol/advice.md.

import type { Hint, Plan, RoutePlan } from "../../lib/types";
import { IllegalAction } from "../errors";
import { rint } from "../rounding";
import type { Knowledge } from "../telling/knowledge";
import { networkParts } from "./network/hint";
import { networkPlan } from "./network/plan";
import { Planner } from "./planner";
import { asShown, yardReasons } from "./yard/hint";
import { stackKnown, yardPlan } from "./yard/plan";

/** The result of a search: an action, and the increase in the chance to win, from 0 to 1; null if it is not clear. */
export interface Searched {
  action: number;
  gain: number | null;
}

/** The seat whose knowledge this is, if the game is in progress. */
function seatOf(knowledge: Knowledge): number {
  if (knowledge.seat === null || knowledge.phase === "over") {
    throw new IllegalAction("there is nothing to plan for a spectator, nor when the game is over");
  }
  return knowledge.seat;
}

/**
 * The cheapest way to complete the seat's tickets. `look`: players see their own stack. Throws IllegalAction for a
 * spectator, and when the game is over.
 */
export function planOf(knowledge: Knowledge, look = false): Plan {
  const seat = seatOf(knowledge);
  return knowledge.engine.ruleset.kind === "network"
    ? networkPlan(knowledge, seat)
    : yardPlan(knowledge, seat, look);
}

/** The seat's knowledge, without details that bots may remember but views do not show (RUL-61). */
export const shownTo = (knowledge: Knowledge, look = false): Knowledge =>
  knowledge.engine.ruleset.kind === "yard" ? asShown(knowledge, seatOf(knowledge), look) : knowledge;

/**
 * A recommended action and its reasons: the planner's choice, or that of a search. Throws IllegalAction if the seat has
 * no decision to make, or the action is not legal.
 */
export function hintOf(knowledge: Knowledge, look = false, searched: Searched | null = null): Hint {
  const seat = seatOf(knowledge);
  if (!knowledge.toAct.includes(seat)) {
    throw new IllegalAction("there is nothing to decide for this seat now");
  }
  if (searched && !knowledge.ask("is_legal", seat, searched.action)) {
    throw new IllegalAction("the action found by the search is not legal for this seat");
  }
  const { kind } = knowledge.engine.ruleset;
  const shown = shownTo(knowledge, look);
  return Planner.with(shown, (planner) => {
    const planned = planner.decide();
    const action = searched?.action ?? planned;
    const text = (number: number) => knowledge.engine.notation.text(number, knowledge.offer);
    const parts = () => {
      if (kind === "network") return networkParts(shown, seat, planner, action, planned);
      if (knowledge.legal.length === 1) return { reasons: [{ reason: "only" }] };
      const cards = knowledge.number("stack_size", seat);
      const unknown = stackKnown(knowledge, seat, look) ? [] : [{ reason: "stack_unknown", cards }];
      return { reasons: [...yardReasons(shown, seat, planner, action), ...unknown] };
    };
    const gain = action === planned ? null : (searched?.gain ?? null);
    return {
      machine: kind,
      version: knowledge.number("ply"),
      action: text(action),
      searched: searched !== null,
      instead: action === planned ? null : text(planned),
      gain: gain === null ? null : rint(gain * 100),
      ...parts(),
    } as Hint;
  });
}

/** The plan with the tickets that an action keeps, as a hint shows it; null without one. */
export function planKept(knowledge: Knowledge, action: number): RoutePlan | null {
  const hint = hintOf(knowledge, false, { action, gain: null });
  return "plan" in hint ? hint.plan : null;
}
