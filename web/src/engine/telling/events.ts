// Events: each action, as its mechanism describes it, and its consequences.

import type { CommonEvent, GameEvent } from "../../lib/types";
import { Knowledge, orNull } from "./knowledge";
import { tellings } from "./parts";
import { winners } from "./views";

/**
 * The events of one action as a seat sees them; `before` is its knowledge one action earlier.
 * `live`: as it happens. A log that is read later does not show which cards were moved face up.
 */
export function eventsOf(before: Knowledge, after: Knowledge, live = true): GameEvent[] {
  if (before.number("ply") === after.number("ply")) return [];
  const every = tellings(after.engine).map(([, each]) => each);
  let told: GameEvent[] | null = action(before, after);
  for (const each of every) told ??= each.acted?.(before, after) ?? null;
  const final = after.number("final_left") > 0 && before.number("final_left") <= 0;
  return [
    ...(told ?? []),
    ...every.flatMap((each) => each.followed?.(before, after) ?? []),
    ...(final ? [finalRound(after)] : []),
    ...ending(before, after),
    ...every.flatMap((each) => each.began?.(after, live) ?? []),
  ];
}

/** The events of an action that every kind of game has; null for other actions. */
function action(before: Knowledge, after: Knowledge): CommonEvent[] | null {
  const seat = after.number("did_by");
  switch (after.did) {
    case "draw":
      return [{ event: "drew", seat, card: after.card(after.number("drawn")) }];
    case "take":
      return [
        { event: "took", seat, card: after.card(after.number("did_color"))!, slot: after.number("did_arg") },
      ];
    case "tickets":
      return [{ event: "drew_tickets", seat, count: after.number("offer_size", seat) }];
    case "keep":
      return kept(before, after, seat);
    case "pass":
      return [{ event: "passed", seat }];
    default:
      return null;
  }
}

function kept(before: Knowledge, after: Knowledge, seat: number): CommonEvent[] {
  if (before.phase === "opening") {
    const chose: CommonEvent = { event: "chose", seat };
    if (after.phase === "opening") return [chose];
    return [chose, { event: "opening_done", kept: after.row("ticket_count").slice(0, after.players) }];
  }
  return [
    {
      event: "kept",
      seat,
      kept: after.number("did_kept"),
      refused: after.number("did_refused"),
      tickets: after.seat === seat ? after.tickets(after.members("tickets", seat, before)) : null,
    },
  ];
}

const finalRound = (after: Knowledge): CommonEvent => ({
  event: "final_round",
  seat: orNull(after.number("final_by")),
  turns_left: after.number("final_left"),
});

/** The events for the end of the game, or of a turn. */
function ending(before: Knowledge, after: Knowledge): CommonEvent[] {
  if (after.phase === "over") return [{ event: "over", winners: winners(after) }];
  const begins = after.phase === "turn" && before.phase === "opening";
  if (after.number("turn") === before.number("turn") && !begins) return [];
  return [{ event: "turn", seat: after.number("player") }];
}
