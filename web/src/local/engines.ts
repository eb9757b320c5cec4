// The engine: a module for each kind of game and a file for each ruleset, loaded on demand.
import { Engine, EngineModule, network, yard, type KindLayout, type RulesetFile } from "../engine";
import { notHere, Refusal } from "./answers";
import { file, read } from "./files";
import type { Plain } from "../engine/compiling/format";

const LAYOUTS: Record<string, KindLayout> = { network, yard };

const modules = new Map<string, Promise<EngineModule>>();
const engines = new Map<string, Promise<Engine>>();

/** Makes a value once for each key; after a failure, the next call tries again. */
export function once<T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let found = cache.get(key);
  if (!found) {
    found = make();
    cache.set(key, found);
    found.catch(() => cache.delete(key));
  }
  return found;
}

async function compiled(kind: string, base: string): Promise<EngineModule> {
  const layout = LAYOUTS[kind];
  if (!layout) throw new Refusal("not_found", "This site cannot play this kind of game.", 404);
  const response = await file(`./engine/${kind}.wasm`, base);
  return EngineModule.load(await response.arrayBuffer(), layout).catch((error: unknown) => {
    // The page may be older or newer than the files.
    throw error instanceof TypeError ? notHere() : error;
  });
}

/** The module of a kind, which may be needed before its rulesets. */
export const moduleOf = (kind: string, base: string): Promise<EngineModule> =>
  once(modules, kind, () => compiled(kind, base));

/** The engine of a ruleset, which is the site's or a `board` as JSON. */
export const engineOf = (ruleset: string, base: string, board: string | null = null): Promise<Engine> =>
  once(engines, ruleset, async () => {
    if (typeof WebAssembly !== "object") throw new Refusal("no_wasm", "This browser cannot run WebAssembly.");
    const found =
      board === null
        ? await read<RulesetFile>(`./engine/${ruleset}.json`, base)
        : await own(ruleset, board, base);
    return new Engine(await moduleOf(found.kind, base), found);
  });

async function own(ruleset: string, board: string, base: string): Promise<RulesetFile> {
  const found = await (await import("./boards")).compiled(parsed(board), LAYOUTS, base);
  if (found.id !== ruleset) throw new Refusal("bad_board", "The board has another id than the game.", 422);
  return found;
}

function parsed(board: string): Plain {
  try {
    return JSON.parse(board);
  } catch {
    throw new Refusal("bad_board", "The board is not JSON.", 422);
  }
}

/** A board of the editor as JSON, with an id that identifies exactly this version. Throws Refusal if it has faults. */
export async function identified(board: unknown, base: string): Promise<RulesetFile> {
  return (await import("./boards")).identified(board as Plain, LAYOUTS, base);
}
