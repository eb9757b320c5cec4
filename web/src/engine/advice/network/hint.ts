// The reasons of a hint for the map games, and the planner's plan behind it.

import type { NetworkHint } from "../../../lib/types";
import type { Knowledge } from "../../telling/knowledge";
import type { Planner } from "../planner";
import { cards } from "./cards";
import { claims } from "./claims";
import { depots } from "./depots";
import type { Reasons } from "./reasons";
import { stations } from "./stations";
import { Findings } from "./findings";
import { tickets } from "./tickets";
import { tunnels } from "./tunnels";

const REASONS: Reasons = { ...cards, ...claims, ...tickets, ...tunnels, ...stations, ...depots };

/** The reasons for an action, and the routes that the planner plans to claim; `planned` is the planner's own
 * action. */
export function networkParts(
  knowledge: Knowledge,
  seat: number,
  planner: Planner,
  action: number,
  planned: number,
): Pick<NetworkHint, "reasons" | "plan"> {
  if (knowledge.legal.length === 1) return { reasons: [{ reason: "only" }], plan: null };
  const word = knowledge.engine.module.layout.words[knowledge.rule("action_type", action)]!;
  const findings = new Findings(knowledge, seat, planner, action, planned);
  findings.keepTickets();
  // Find the reasons first: the reasons for tickets make a plan with the tickets that the hint keeps.
  const reasons = REASONS[word]?.(findings, action) ?? [];
  return { reasons, plan: findings.plan };
}
