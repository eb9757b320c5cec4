"""Train the networks of `bots/values.py` on games of the planner; save them, and measure how well they fit.

    python research/values.py [--games 1500] [--rulesets usa,europe] [--seed 0] [--jobs 2] [--measure]

Plays `--games` games of each ruleset and number of players. Players sometimes deviate from the planner, because a
search tries such actions too. Every tenth game is held out. docs/measured/values.json shows how much of the
variance of final margins the network explains in these games. `--measure` measures without training. The same options
give the same networks.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import measured
import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.values import NETWORK, expected, figures, inputs, learned
from whistlestop.core.fields import TURN
from whistlestop.games.kernel import Net
from whistlestop.kinds import kind_of

ROOT = Path(__file__).resolve().parent.parent
RULESETS = ROOT / "src" / "whistlestop" / "rulesets"
QUARTERS = ("first", "second", "third", "last")
WHIM = 0.04
"""Probability that a player deviates from the planner."""
LEFT_OUT = 10
"""One game in this many is held out of the training."""
HIDDEN, BATCH, EPOCHS, RATE = 32, 512, 15, 2e-3

Array = npt.NDArray[Any]


class Played(NamedTuple):
    """The course of a game, turn by turn."""

    game: int
    figures: Array
    """Shape: turns x players x figures."""
    final: Array
    """Final points; shape: players."""


def play(ruleset: str, players: int, seed: int, game: int) -> Played:
    """Play one game of planners that sometimes deviate."""
    table = ws.Game.new(ruleset, players, seed=seed * 1_000_000 + players * 100_000 + game)
    chance = random.Random(f"{ruleset} {players} {seed} {game}")
    bot = bots.make("planner")
    proposals = kind_of(table.ruleset).bots.search.proposals
    found, turn = [], -1
    while not table.over:
        seat = table.to_act[0]
        state, seen = table.states[0], table.observe(seat)
        if state["phase"] == TURN and state["turn"] != turn:
            turn = int(state["turn"])
            found.append([figures(table.observe(player)) for player in range(players)])
        action = int(bot.choose(seen))
        if chance.random() < WHIM:
            action = chance.choice(proposals(seen, action))
        table.play_id(action, seat)
    return Played(game, np.array(found, np.float32), table.states[0]["final"][:players].astype(np.float32))


def played(ruleset: str, players: int, games: range, seed: int, jobs: int) -> Iterator[Played]:
    """Play the games with these numbers."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(partial(play, ruleset, players, seed), games, chunksize=20)


def samples(games: Iterable[Played]) -> tuple[Array, Array]:
    """Return the inputs of the network and the points scored afterwards, a row per turn and player."""
    given, made = [], []
    for game in games:
        every = inputs(game.figures)
        given.append(every.reshape(-1, every.shape[-1]))
        made.append((game.final - game.figures[:, :, 0]).reshape(-1))
    return np.concatenate(given), np.concatenate(made)


def train(given: Array, made: Array, seed: int) -> Net:
    """Train a network with one hidden layer by Adam on squared errors."""
    chance = np.random.default_rng(seed)
    mean, spread = given.mean(axis=0), given.std(axis=0) + 1e-6
    middle, scale = made.mean(), made.std()
    x, y = ((given - mean) / spread).astype(np.float32), ((made - middle) / scale).astype(np.float32)
    weights = [
        chance.normal(0, np.sqrt(2 / x.shape[1]), (x.shape[1], HIDDEN)).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        chance.normal(0, np.sqrt(1 / HIDDEN), HIDDEN).astype(np.float32),
        np.zeros(1, np.float32),
    ]
    first, second = ([np.zeros_like(weight) for weight in weights] for _ in range(2))
    steps, step = EPOCHS * (len(x) // BATCH), 0
    while step < steps:
        order = chance.permutation(len(x))
        for batch in np.split(order[: len(x) // BATCH * BATCH], len(x) // BATCH):
            step += 1
            before = x[batch] @ weights[0] + weights[1]
            hidden = np.maximum(before, 0)
            error = (hidden @ weights[2] + weights[3] - y[batch]) / BATCH
            back = error[:, None] * weights[2] * (before > 0)
            slopes = (x[batch].T @ back, back.sum(axis=0), hidden.T @ error, error.sum(keepdims=True))
            for place, slope in enumerate(slopes):
                first[place] += 0.1 * (slope - first[place])
                second[place] += 0.001 * (slope**2 - second[place])
                change = (first[place] / (1 - 0.9**step)) / (
                    np.sqrt(second[place] / (1 - 0.999**step)) + 1e-8
                )
                weights[place] -= RATE * (1 - step / steps) * change
    inner = (weights[0] / spread[:, None]).T
    bias = weights[1] - mean @ (weights[0] / spread[:, None])
    return Net(inner, bias, weights[2] * scale, weights[3] * scale + middle)


def teach(ruleset: ws.Ruleset, every: Iterable[list[Played]], seed: int) -> Net:
    """Train the network of a ruleset on all games that are not held out, and save it."""
    net = train(*samples(game for games in every for game in games if game.game % LEFT_OUT), seed)
    kept: dict[str, Any] = {part: array.astype(np.float32) for part, array in net._asdict().items()}
    np.savez(RULESETS / ruleset.id / NETWORK, rules=np.array(ruleset.hash), **kept)
    return net


def fit(net: Net, games: list[Played]) -> list[float]:
    """Return, for each quarter of the games, the share of the variance of margins that the network explains.

    This is the squared correlation, which ignores an offset: the best of several opponents scores more than any of them
    is expected to.
    """
    parts: list[list[Array]] = [[] for _ in QUARTERS]
    for game in games:
        guessed, final = expected(net, game.figures), np.broadcast_to(game.final, game.figures.shape[:2])
        both = np.stack([margins(guessed), margins(final)])
        for place, part in enumerate(np.array_split(both, len(QUARTERS), axis=1)):
            parts[place].append(part.reshape(2, -1))
    every = (np.concatenate(part, axis=1) for part in parts)
    return [float(np.corrcoef(guess, true)[0, 1] ** 2) for guess, true in every]


def margins(points: Array) -> Array:
    """Return the points of each player minus those of their best opponent."""
    others = [np.delete(points, player, axis=1).max(axis=1) for player in range(points.shape[1])]
    found: Array = points - np.stack(others, axis=1)
    return found


def write(rows: dict[str, list[str]]) -> None:
    """Write rows into the table, replacing those of the same games."""
    kept = {row[0]: row for table in measured.read("values") for row in table[1:] if isinstance(row, list)}
    titles = ["variance of margins explained", *(f"{quarter} quarter" for quarter in QUARTERS), "games"]
    measured.keep("values", [[titles, *{**kept, **rows}.values()]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1500, help="games of each ruleset and number of players")
    parser.add_argument("--rulesets", default=",".join(ws.ruleset_ids()))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--measure", action="store_true", help="measure the existing networks without training"
    )
    options = parser.parse_args()
    for name in options.rulesets.split(","):
        ruleset = ws.load_ruleset(name)
        sizes = range(ruleset.min_players, ruleset.max_players + 1)
        trained = learned(ruleset) if options.measure else None
        if options.measure and trained is None:
            parser.error(f"{name} has no network for its current rules; run without --measure")
        numbers = range(0, options.games, LEFT_OUT if options.measure else 1)
        by_size = {
            players: list(played(name, players, numbers, options.seed, options.jobs)) for players in sizes
        }
        net = trained or teach(ruleset, by_size.values(), options.seed)
        rows = {}
        for players, games in by_size.items():
            left_out = [game for game in games if game.game % LEFT_OUT == 0]
            row = f"{name}, {players} players"
            rows[row] = [row, *(f"{share:.2f}" for share in fit(net, left_out)), str(len(left_out))]
            print(*rows[row], sep="  ", flush=True)
        write(rows)


if __name__ == "__main__":
    main()
