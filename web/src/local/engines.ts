// The engine: a module for each kind of game and a file for each ruleset, loaded when a game wants them.
import { Engine, EngineModule, network, yard, type KindLayout, type RulesetFile } from "../engine";
import { notHere, Refusal } from "./answers";
import { file, read } from "./files";

const LAYOUTS: Record<string, KindLayout> = { network, yard };

const modules = new Map<string, Promise<EngineModule>>();
const engines = new Map<string, Promise<Engine>>();

/** Makes a value once for each key; a failure is tried again the next time. */
export function once<T>(kept: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let found = kept.get(key);
  if (!found) {
    found = make();
    kept.set(key, found);
    found.catch(() => kept.delete(key));
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

export const engineOf = (ruleset: string, base: string): Promise<Engine> =>
  once(engines, ruleset, async () => {
    if (typeof WebAssembly !== "object") throw new Refusal("no_wasm", "This browser cannot run WebAssembly.");
    const found = await read<RulesetFile>(`./engine/${ruleset}.json`, base);
    return new Engine(await moduleOf(found.kind, base), found);
  });
