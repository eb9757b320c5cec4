// The suggested action of the map games and its reasons: the planner's choice, explained by its plan.

import type { NetworkReason } from "../../../lib/types";
import type { Knowledge } from "../../telling/knowledge";
import type { Planner } from "../planner";
import { cards } from "./cards";
import { claims } from "./claims";
import type { Reasons } from "./reasons";
import { stations } from "./stations";
import { Findings } from "./findings";
import { tickets } from "./tickets";
import { tunnels } from "./tunnels";

const REASONS: Reasons = { ...cards, ...claims, ...tickets, ...tunnels, ...stations };

/** Why an action is good; `planned` is the planner's own. */
export function networkReasons(
  knowledge: Knowledge,
  seat: number,
  planner: Planner,
  action: number,
  planned: number,
): NetworkReason[] {
  const word = knowledge.engine.module.layout.words[knowledge.rule("action_type", action)]!;
  return REASONS[word]?.(new Findings(knowledge, seat, planner, action, planned), action) ?? [];
}
