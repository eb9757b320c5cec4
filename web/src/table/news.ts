// Which of the things that others want or wait for a line above the table tells; the most urgent one.
import type { GameStore } from "../lib/game.svelte";
import type { Company } from "./company.svelte";

export type News =
  | "rematch"
  | "abandoned"
  | "replaced"
  | "asked"
  | "asking"
  | "hints_asked"
  | "hints_asking"
  | "pass"
  | "absent";

export function newsOf(game: GameStore, company: Company): News | null {
  const { table } = game;
  if (!table || table.state === "open") return null;
  if (table.state === "over") {
    const waiting = table.rematch && table.rematch.ready.length > 0;
    return waiting ? "rematch" : table.abandoned ? "abandoned" : null;
  }
  if (game.replaced) return "replaced";
  if (game.next !== null) return "pass";
  if (company.plays && company.playing.some((seat) => seat.agreed) && !company.agreed) return "asked";
  if (company.agreed) return "asking";
  if (company.awaitsHints) return "hints_asking";
  if (company.plays && company.asksForHints.length) return "hints_asked";
  return company.absent.length ? "absent" : null;
}
