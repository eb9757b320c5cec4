// Repeats the games that `compare.py` played natively, and writes the differences: node compare.mjs FOLDER CASES
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

/** Random games: the number of actions and the last state; and the speed relative to native code. */
function repeatRandom(engine, game, one) {
  const { module, rules } = engine;
  const work = module.allocate(module.layout.playoutBytes);
  const play = (games, seed) => {
    new BigUint64Array(module.memory.buffer, work, 1)[0] = BigInt(seed);
    return module.calls.random_games(game.state.address, 1, rules, 1, 0, one.players, games, work, 1);
  };
  play(2000, 0); // warm up the optimizer
  const begun = process.cpuUsage();
  const actions = play(one.random, one.dice);
  const { user, system } = process.cpuUsage(begun);
  const problems = [];
  if (actions !== one.actions) problems.push(`${actions} actions instead of ${one.actions}`);
  if (hex(game.state.bytes()) !== one.state) problems.push("another last state");
  return { problems, searches: 0, speed: one.seconds / ((user + system) / 1e6) };
}

/** A game of bots: every choice, some playouts, some searches, and the last state. */
async function repeatBots(engine, game, one) {
  const runner = new PlayoutRunner(engine);
  const play = async (observation, task) => runner.run(observation, task.actions, task.worlds, task);
  const problems = [];
  let searches = 0;
  for (const { seat, bot, seed, action, legal, text, playouts, search } of one.moves) {
    const chosen = game.choose(bot, seat, seed);
    if (chosen !== action) problems.push(`${bot} plays ${game.text(chosen, seat)} instead of ${text}`);
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
  return { problems, searches, speed: null };
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
