// Guided games: which tables of this browser are guided, and the progress of each guide, in local storage. To the
// server, a guided game is like any other.
import { api } from "./api";
import { router } from "./router.svelte";
import type { RulesetSummary } from "./types";

export interface Guide {
  game: string;
  /** Completed lessons. */
  done: string[];
  /** Collapsed to one line. */
  small: boolean;
  /** Closed; it can be resumed. */
  left: boolean;
}

const KEY = "whistlestop.guides";
/** The maximum number of tables to remember; the oldest are dropped. */
const MOST = 20;
const PARAMETER = "guide";

type Guides = Record<string, Guide>;

function readGuides(): Guides {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Guides) : {};
  } catch {
    return {};
  }
}

export function writeGuide(table: string, guide: Guide): void {
  const { [table]: _, ...others } = readGuides();
  const kept = Object.entries(others).slice(1 - MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [table]: guide }));
  } catch {
    // Without storage, the guide lasts until the page is closed.
  }
}

/** The guide of a table: the stored one, or a new one if the address asks for a guide. */
export function guideOf(table: string, game: string): Guide | null {
  const found = readGuides()[table];
  if (found)
    return { game, done: [...(found.done ?? [])], small: found.small === true, left: found.left === true };
  return router.search.has(PARAMETER) ? newGuide(game) : null;
}

export const newGuide = (game: string): Guide => ({ game, done: [], small: false, left: false });

/** Skip lessons completed at earlier tables; in other games, show only what is new. */
export function learned(table: string, game: string): string[] {
  return Object.entries(readGuides()).flatMap(([id, guide]) =>
    id !== table && guide.game !== game ? guide.done : [],
  );
}

/** Create a guided game against the weakest bots. */
export async function startGuided(game: RulesetSummary): Promise<void> {
  const [bot] = await api.bots();
  const others = Array.from({ length: game.min_players - 1 }, () =>
    bot ? { kind: "bot" as const, bot: bot.id } : { kind: "open" as const },
  );
  const table = await api.create({ ruleset: game.id, seats: [{ kind: "me" }, ...others], start: true });
  writeGuide(table.id, newGuide(game.id));
  router.go(`/t/${table.id}?${PARAMETER}`);
}
