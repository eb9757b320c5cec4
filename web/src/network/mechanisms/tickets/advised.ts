import type { Hint } from "../../../lib/types";

/** The tickets that a hint is about, whose ways are drawn while it is on show. */
export function ticketsIn(hint: Hint | null): string[] {
  if (hint?.machine !== "network") return [];
  return hint.reasons.flatMap((one) =>
    "tickets" in one ? one.tickets : "ticket" in one ? [one.ticket] : [],
  );
}
