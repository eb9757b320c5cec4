import type { Turn } from "../../../lib/turns";

/** The routes that were claimed in some turns. */
export const claimedIn = (turns: readonly Turn[]): string[] =>
  turns.flatMap(({ events }) =>
    events.flatMap(({ event }) => (event.event === "claimed" ? [event.route] : [])),
  );
