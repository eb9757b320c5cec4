// A game of two bots without Python: run `make engine` first.
import { readFileSync } from "node:fs";
import { Engine, EngineModule, network } from "../build/engine/index.js";

const file = (name) => readFileSync(new URL(`../build/engine/${name}`, import.meta.url));
const module = await EngineModule.load(file("network.wasm"), network);
const engine = new Engine(module, JSON.parse(file("usa.json")));
const game = engine.newGame(2, 7); // the same game as Game.new("usa", players=2, seed=7) in Python

for (let ply = 0; !game.over; ply++) {
  const seat = game.toAct[0];
  game.play(seat, game.choose(seat === 0 ? "planner" : "greedy", seat, ply));
}
console.log(game.scores);
