// Reasons to pay or refuse a surcharge.

import type { NetworkReason } from "../../../lib/types";
import { rounded } from "../../rounding";
import { claim } from "./claims";
import { last, type Reasons } from "./reasons";
import type { Findings } from "./findings";

/**
 * Compare paying with taking the cards back. In its last turn the planner always pays; and the reason must not contradict
 * a search.
 */
function surcharge(findings: Findings): NetworkReason[] {
  if (findings.lastTurn || findings.action !== findings.planned) return [];
  const { knowledge, planner } = findings;
  // Withdrawing is listed last.
  const paying = knowledge.legal.slice(0, -1).map((action) => planner.ask("turns_if_paid", action));
  const withdrawing = planner.ask("turns_if_withdrawn");
  const shown = (turns: number) => rounded(turns / 1000, 1);
  return [{ reason: "surcharge", paying: shown(Math.min(...paying)), withdrawing: shown(withdrawing) }];
}

export const tunnels: Reasons = {
  surcharge: (findings) => [
    ...last(findings),
    ...surcharge(findings),
    ...claim(findings, findings.knowledge.number("laid_route")),
  ],
  withdraw: surcharge,
};
