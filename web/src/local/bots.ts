// The choices of the bots of a table.
import { charactersOf } from "../lib/characters";
import { Refusal } from "./answers";
import { botDice, botSeed } from "./dice";
import { read } from "./files";
import { chooseAs, type Habits } from "./levels";
import { search } from "./search";
import type { ChooseAction } from "./table";

const EXPERT = "expert";

/** Habits by kind of game and level. */
type Levels = Record<string, Record<string, Habits>>;

let levels: Promise<Levels> | null = null;

/** Loads the habits of the levels in games of a kind. */
export async function habits(kind: string, base: string): Promise<Record<string, Habits>> {
  levels ??= read<Levels>("./engine/levels.json", base);
  levels.catch(() => (levels = null));
  return (await levels)[kind] ?? {};
}

export const choose =
  (base: string): ChooseAction =>
  async (table, bot, seat) => {
    const { engine, game, version } = table;
    const seed = botSeed(table.stored.seed!, seat);
    const seen = game!.observe(seat);
    if (bot === EXPERT) {
      const found = await search(engine, seen, botDice(seed, version), base);
      return found ?? engine.choose("planner", seen, 0);
    }
    const { kind, character } = table.stored.seats[seat]!;
    const own = kind === "bot" && charactersOf(bot).find((one) => one === character);
    const known = await habits(engine.ruleset.kind, base);
    const found = (own && known[own]) || known[bot];
    if (!found) throw new Refusal("bad_request", "This bot does not exist.", 400);
    return chooseAs(found, engine, seen, botDice(seed, 0), botDice(seed, version));
  };
