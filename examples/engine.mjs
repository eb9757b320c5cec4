// A game of two bots and a search without Python: run `make engine` first.
import { readFileSync } from "node:fs";
import { Engine, EngineModule, network, think } from "../build/engine/index.js";

const file = (name) => readFileSync(new URL(`../build/engine/${name}`, import.meta.url));
const module = await EngineModule.load(file("network.wasm"), network);
const engine = new Engine(module, JSON.parse(file("usa.json")));
const game = engine.newGame(2, 7); // the same game as Game.new("usa", players=2, seed=7) in Python

for (let ply = 0; !game.over; ply++) {
  const seat = game.toAct[0];
  game.play(seat, game.choose(seat === 0 ? "planner" : "greedy", seat, ply));
}
console.log(game.scores);

// The best action of a search in the middle of another game, and by how much each action is better than the planner's.
const other = engine.newGame(2, 8);
for (let ply = 0; ply < 30; ply++) other.play(other.toAct[0], other.choose("planner", other.toAct[0], ply));
const seat = other.toAct[0];
const { action, candidates } = think(engine, other.observe(seat), { seed: 1, playouts: 200 });
console.log(other.text(action, seat));
for (const { action, better, error } of candidates) console.log(other.text(action, seat), better, error);
