import type { Engine } from "./game";

/** The actions that a search would try for the seat of an observation, the given one first. */
export function proposals(engine: Engine, observation: Uint8Array, action: number): number[] {
  const { module, rules, seen } = engine;
  const most = module.layout.mostLegal + 1;
  const listed = module.allocate(8 * most);
  seen.set(observation);
  const count = module.calls.propose(seen.address, 1, rules, 1, 0, action, listed, most);
  const found = Array.from(new BigInt64Array(module.memory.buffer, listed, count), Number);
  module.calls.release(listed);
  return found;
}
