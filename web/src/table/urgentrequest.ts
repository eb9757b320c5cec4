// Selects the most urgent of other players' requests for the line below the header.
import type { GameStore } from "../lib/game.svelte";
import { games } from "../offline/games.svelte";
import type { Participants } from "./participants.svelte";

export type UrgentRequest =
  | "here"
  | "cut"
  | "handed"
  | "refused"
  | "rematch"
  | "decided"
  | "abandoned"
  | "replaced"
  | "asked"
  | "asking"
  | "pause_asked"
  | "pause_asking"
  | "paused"
  | "hints_asked"
  | "hints_asking"
  | "pass"
  | "absent";

/** `cut`: the player can be asked to play on without the server. */
export function urgentRequest(
  game: GameStore,
  participants: Participants,
  cut: boolean,
): UrgentRequest | null {
  const { table } = game;
  if (!table || table.state === "open") return null;
  if (games.continuing(table.id, game.view?.version ?? -1)) return "here";
  if (cut) return "cut";
  if (table.state === "over") {
    const answer = games.answer(table.id);
    if (answer) return answer.table ? "handed" : "refused";
    const waiting = table.rematch && table.rematch.ready.length > 0;
    return waiting ? "rematch" : table.decided ? "decided" : table.abandoned ? "abandoned" : null;
  }
  if (game.replaced) return "replaced";
  if (game.next !== null) return "pass";
  if (participants.plays && participants.playing.some((seat) => seat.agreed) && !participants.agreed)
    return "asked";
  if (participants.agreed) return "asking";
  if (participants.plays && !participants.awaitsPause && participants.pauseRequesters.length)
    return "pause_asked";
  if (participants.awaitsPause) return "pause_asking";
  if (participants.plays && participants.hintRequesters.length && !participants.awaitsHints)
    return "hints_asked";
  if (table.paused) return "paused";
  if (participants.awaitsHints) return "hints_asking";
  return participants.absent.length ? "absent" : null;
}
