// Repeats the games that `compare.py` played natively, and writes the differences: node compare.mjs FOLDER CASES
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [folder, cases] = process.argv.slice(2);
const at = (name) => new URL(`${folder}/${name}`);
const { Engine, EngineModule, PlayoutRunner, think, thinkTogether, ...layouts } = await import(at("index.js"));

const engines = new Map();
async function engineOf(id) {
  if (!engines.has(id)) {
    const ruleset = JSON.parse(readFileSync(at(`${id}.json`)));
    const module = await EngineModule.load(readFileSync(at(`${ruleset.kind}.wasm`)), layouts[ruleset.kind]);
    engines.set(id, new Engine(module, ruleset));
  }
  return engines.get(id);
}

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Random games: the number of actions, and the last state of each. */
function repeatRandom(engine, game, one) {
  const { module, rules } = engine;
  const generator = module.allocate(module.layout.playoutBytes);
  new BigUint64Array(module.memory.buffer, generator, 1)[0] = BigInt(one.dice);
  const { address } = game.state;
  const problems = [];
  let actions = 0;
  for (const [block, expected] of one.digests.entries()) {
    const hash = createHash("sha256");
    const first = block * one.block;
    const end = Math.min(one.random, first + one.block);
    for (let each = first; each < end; each++) {
      actions += module.calls.random_games(address, 1, rules, 1, 0, one.players, 1, generator, 1);
      hash.update(new Uint8Array(module.memory.buffer, address, module.layout.state.size));
    }
    if (hash.digest("hex") === expected) continue;
    problems.push(`another last state in one of the games ${first} to ${end - 1}`);
    break;
  }
  if (!problems.length && actions !== one.actions) problems.push(`${actions} actions instead of ${one.actions}`);
  module.calls.release(generator);
  return { problems, searches: 0 };
}

/** A game of bots: every choice, some playouts, some searches, and the last state. */
async function repeatBots(engine, game, one) {
  const runner = new PlayoutRunner(engine);
  const play = async (observation, task) => runner.run(observation, task.actions, task.worlds, task);
  const problems = [];
  let searches = 0;
  for (const { seat, bot, seed, action, eager, legal, text, playouts, search } of one.moves) {
    const chosen = game.choose(bot, seat, seed);
    if (chosen !== action) problems.push(`${bot} plays ${game.text(chosen, seat)} instead of ${text}`);
    const soon = engine.choose("planner", game.observe(seat), 0, "eager");
    if (soon !== eager) problems.push(`an eager planner plays ${soon} instead of ${eager}`);
    if (game.text(action, seat) !== text) problems.push(`${game.text(action, seat)} instead of ${text}`);
    if (game.number(text, seat) !== action) problems.push(`${text} is ${game.number(text, seat)}`);
    if (game.legal(seat).length !== legal) problems.push(`not ${legal} legal actions before ${text}`);
    if (playouts) {
      const found = runner.run(game.observe(seat), playouts.tried, 3, { seed, rounds: playouts.rounds });
      if (!same(found.scores, playouts.scores)) problems.push(`other scores in playouts before ${text}`);
      if (!same(found.ranks, playouts.ranks)) problems.push(`other ranks in playouts before ${text}`);
    }
    if (search) {
      const alone = think(engine, game.observe(seat), search.options);
      const together = await thinkTogether(engine, game.observe(seat), [play, play, play], search.options);
      if (!same(alone, search.found)) problems.push(`another search before ${text}`);
      if (!same(together, alone)) problems.push(`another search by three workers before ${text}`);
      searches++;
    }
    if (problems.length) break;
    game.play(seat, action);
  }
  if (!problems.length) {
    if (hex(game.state.bytes()) !== one.state) problems.push("another last state");
    if (!same(game.scores, one.scores)) problems.push(`the scores ${game.scores} instead of ${one.scores}`);
  }
  return { problems, searches };
}

const found = [];
for (const one of JSON.parse(readFileSync(cases))) {
  const engine = await engineOf(one.ruleset);
  const game = engine.newGame(one.players, one.seed ?? 0);
  const result = one.random ? repeatRandom(engine, game, one) : await repeatBots(engine, game, one);
  game.release();
  const what = one.random ? `${one.random} random games` : `game ${one.seed}`;
  found.push({ name: `${one.ruleset}, ${one.players} players, ${what}`, ...result });
}
console.log(JSON.stringify(found));
