// Guided games: which tables of this browser are ones, and how far their guide has come. Kept in local storage; the table
// itself is one like any other.
import { api } from "./api";
import { router } from "./router.svelte";
import type { RulesetSummary } from "./types";

export interface Guide {
  /** The ruleset. */
  game: string;
  /** The lessons that are done. */
  done: string[];
  /** Folded up to a line. */
  small: boolean;
  /** Left; it can be taken up again. */
  left: boolean;
}

const KEY = "whistlestop.guides";
/** So many tables are remembered, the latest ones. */
const MOST = 20;
const PARAMETER = "guide";

type Guides = Record<string, Guide>;

export function read(): Guides {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Guides) : {};
  } catch {
    return {};
  }
}

export function write(table: string, guide: Guide): void {
  const { [table]: _, ...others } = read();
  const kept = Object.entries(others).slice(1 - MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [table]: guide }));
  } catch {
    // A browser that keeps nothing guides until the page is closed.
  }
}

/** The guide of a table: that of this browser, or a new one where the address asks for it. */
export function guideOf(table: string, game: string): Guide | null {
  const found = read()[table];
  if (found)
    return { game, done: [...(found.done ?? [])], small: found.small === true, left: found.left === true };
  return new URLSearchParams(location.search).has(PARAMETER) ? fresh(game) : null;
}

export const fresh = (game: string): Guide => ({ game, done: [], small: false, left: false });

/** What was learned at tables of other games need not be told again: of those only what is new is. */
export function learned(table: string, game: string): string[] {
  return Object.entries(read()).flatMap(([id, guide]) =>
    id !== table && guide.game !== game ? guide.done : [],
  );
}

/** A game with a guide, against the weakest bots. */
export async function startGuided(game: RulesetSummary): Promise<void> {
  const [bot] = await api.bots();
  const others = Array.from({ length: game.min_players - 1 }, () =>
    bot ? { kind: "bot" as const, bot: bot.id } : { kind: "open" as const },
  );
  const table = await api.create({ ruleset: game.id, seats: [{ kind: "me" }, ...others], start: true });
  write(table.id, fresh(game.id));
  router.go(`/t/${table.id}?${PARAMETER}`);
}
