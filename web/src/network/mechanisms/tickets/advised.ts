import type { Hint } from "../../../lib/types";

/** The tickets of a hint, whose paths are drawn while it is open. */
export function ticketsIn(hint: Hint | null): string[] {
  if (hint?.machine !== "network") return [];
  return hint.reasons.flatMap((one) =>
    "tickets" in one ? one.tickets : "ticket" in one ? [one.ticket] : [],
  );
}
