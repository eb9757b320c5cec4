// Reasons to draw cards.

import type { NetworkReason } from "../../../lib/types";
import { last, time, type Reasons } from "./reasons";
import type { Findings } from "./findings";

/** The reasons to draw a card; null is a blind draw. */
function card(findings: Findings, card: number | null): NetworkReason[] {
  const { knowledge, planner } = findings;
  const helpful = findings.helpful();
  const pool = planner.row("pool");
  const blind = helpful.filter((each) => pool[each]! > 0);
  const name = (each: number) => knowledge.card(each)!;
  if (card === null && blind.length) return [{ reason: "wanted", cards: blind.map(name) }];
  if (card === null || !helpful.includes(card)) {
    const open = knowledge.row("market").some((each) => helpful.includes(each));
    return blind.length || open ? [] : [{ reason: "indifferent" }];
  }
  const routes = findings.wanting(card).map((route) => knowledge.route(route));
  return [{ reason: "collecting", card: name(card), routes }];
}

export const cards: Reasons = {
  draw: (findings) => [...last(findings), ...card(findings, null), ...time(findings)],
  take: (findings, action) => [
    ...last(findings),
    ...card(findings, findings.knowledge.rule("action_color", action)),
    ...time(findings),
  ],
};
