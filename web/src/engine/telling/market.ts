import type { Card, RefilledEvent } from "../../lib/types";
import type { Knowledge } from "./knowledge";

/** The event that lists the slots of the market with a new card, if there are any. */
export function refilled(before: Knowledge, after: Knowledge): RefilledEvent[] {
  const [now, then] = [after.market, before.market];
  const taken = after.did === "take" ? after.number("did_arg") : null;
  const slots: Record<string, Card> = {};
  for (const [slot, card] of now.entries()) {
    if (card !== null && (card !== then[slot] || slot === taken)) slots[slot] = card;
  }
  return Object.keys(slots).length ? [{ event: "refilled", slots }] : [];
}
