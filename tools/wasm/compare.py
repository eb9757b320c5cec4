"""Compare the modules with native code: `python tools/wasm/compare.py --random 100000 --games 100`.

Both play the same games: random ones, whose last states must be equal in every byte, and games of bots whose choices,
states, playouts and search figures must all be equal.

Of random games, both sides hash the last state of each game, and compare the SHA-256 of the bytes of every BLOCK games.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import client
import whistlestop as ws
from wasm.build import OUT
from whistlestop import bots
from whistlestop.bots.playouts import playouts
from whistlestop.bots.registry import eager
from whistlestop.bots.search import SearchBot
from whistlestop.core import rng
from whistlestop.format import Ruleset
from whistlestop.rulesets import load_ruleset, ruleset_ids

SCRIPT = Path(__file__).resolve().with_name("compare.mjs")
BOTS = ("planner", "random", "greedy")
BLOCK = 500
"""Number of random games whose last states are hashed together, and must be searched if the hashes differ."""
EVERY, SEARCHED = 40, 6
"""Moves from one comparison of playouts to the next, and from one search to the next."""


def random_games(ruleset: Ruleset, players: int, games: int, seed: int) -> dict[str, Any]:
    """Play random games natively; return the data that the module needs to repeat them, and the expected end."""
    machine = ruleset.machine
    states, generator = ws.Game.new(ruleset, players=players, seed=0).states, rng.fast_seed(seed)
    actions, digests = 0, []
    for first in range(0, games, BLOCK):
        digest = hashlib.sha256()
        for _ in range(min(BLOCK, games - first)):
            actions += machine.random_games(states, ruleset.rules, 0, players, 1, generator)
            digest.update(states.tobytes())
        digests.append(digest.hexdigest())
    return {
        "ruleset": ruleset.id,
        "players": players,
        "random": games,
        "block": BLOCK,
        "dice": seed,
        "actions": actions,
        "digests": digests,
    }


def searched(observation: ws.Observation, seed: int) -> dict[str, Any]:
    """Search natively; return the options and the findings."""
    options = {"playouts": 30 + seed % 3 * 30, "rounds": seed // SEARCHED % 5, "clear": seed % 2 * 100}
    found = SearchBot(options, seed, bots.make("planner")).think(observation)
    return {"options": {**options, "seed": seed}, "found": dataclasses.asdict(found)}


def bot_game(ruleset: Ruleset, players: int, seed: int) -> dict[str, Any]:
    """Play a game of bots natively; return every choice, some playouts, some searches and the last state."""
    game = ws.Game.new(ruleset, players=players, seed=seed)
    moves: list[dict[str, Any]] = []
    while game.to_act:
        seat, ply = game.to_act[0], game.version
        seen = game.observe(seat)
        move: dict[str, Any] = {"seat": seat, "bot": BOTS[(ply + seed) % len(BOTS)], "seed": ply}
        move["action"] = int(bots.make(move["bot"], ply).choose(seen))
        move["eager"] = eager().choose(seen)
        legal = [int(action) for action in game.legal_ids(seat)]
        move["legal"] = len(legal)
        move["text"] = ruleset.notation.text(move["action"], seen.offer())
        if ply % EVERY == seed % EVERY:
            tried = random.Random(ply).sample(legal, min(3, len(legal)))
            rounds = ply % 3 * 2
            found = playouts(seen, tried, 3, seed=ply, rounds=rounds)
            move["playouts"] = {
                "tried": tried,
                "rounds": rounds,
                "scores": found.scores.swapaxes(0, 1).tolist(),
                "ranks": found.ranks.swapaxes(0, 1).tolist(),
            }
        if ply % SEARCHED == seed % SEARCHED:
            move["search"] = searched(seen, ply)
        moves.append(move)
        game.play_id(move["action"], seat)
    scores = [int(score) for score in game.states["final"][0][:players]]
    return {
        "ruleset": ruleset.id,
        "players": players,
        "seed": seed,
        "moves": moves,
        "scores": scores,
        "state": game.states.tobytes().hex(),
    }


def random_cases(games: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield a case with this number of random games for each ruleset and number of players."""
    for ruleset in map(load_ruleset, ruleset_ids()):
        for players in range(ruleset.min_players, ruleset.max_players + 1):
            yield random_games(ruleset, players, games, seed + players)


def bot_cases(games: int, first: int) -> Iterator[dict[str, Any]]:
    """Yield this number of bot games for each ruleset. first: the number of the first game."""
    for ruleset in map(load_ruleset, ruleset_ids()):
        sizes = range(ruleset.min_players, ruleset.max_players + 1)
        for seed in range(first, first + games):
            yield bot_game(ruleset, sizes[seed % len(sizes)], seed)


def repeat(cases: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Repeat games with the modules; return the differences and the number of searches of each case."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "cases.json")
        file.write_text(json.dumps(list(cases)))
        node = client.find_node()
        path = os.pathsep.join([str(node.bin), os.environ.get("PATH", "")])
        done = subprocess.run(
            ["node", str(SCRIPT), OUT.as_uri(), str(file)],
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def main() -> int:
    """Compare, print the differences, and return how many there are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--random", type=int, default=1000, help="random games of each ruleset and size")
    parser.add_argument("--games", type=int, default=10, help="games of bots of each ruleset")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found = repeat([*random_cases(options.random, options.seed), *bot_cases(options.games, options.seed)])
    wrong = [f"{case['name']}: {problem}" for case in found for problem in case["problems"]]
    searches = sum(case["searches"] for case in found)
    print("\n".join([*wrong, f"{len(found)} cases with {searches} searches, {len(wrong)} differences"]))
    return len(wrong)


if __name__ == "__main__":
    sys.exit(min(1, main()))
