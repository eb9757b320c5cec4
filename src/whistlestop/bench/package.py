"""Measure what users of the package see: Python API, bots, size of pages."""

from __future__ import annotations

import gzip
import statistics
import time
from functools import partial
from importlib import resources
from typing import Any

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots import search
from whistlestop.bots.match import LIMIT
from whistlestop.bots.playouts import playouts
from whistlestop.drawing.svg import board_svg
from whistlestop.kinds import kind_of

from .timing import Effort, seconds_per_round

__all__ = ["bots_per_move", "gzip_sizes", "microseconds", "playouts_per_second"]

WORLDS = 8
"""Playouts per call."""
EVERY = 9
"""Decisions between two sampled positions, chosen to cover both players, and first and second cards."""


def played_game(name: str) -> ws.Game:
    """Return a finished game of random bots."""
    game = ws.Game.new(name, players=2, seed=1)
    players = [bots.make("random", seed=seat) for seat in range(2)]
    while not game.over:
        for seat in game.to_act:
            game.play_id(players[seat].choose(game.observe(seat)), seat)
    return game


def microseconds(effort: Effort) -> dict[str, dict[str, float]]:
    """Return the microseconds of a call of each method of Game, averaged over a game."""
    figures = {}
    for name in ws.ruleset_ids():
        record = played_game(name).record()
        moments = [ws.replay(record, to=ply) for ply in range(len(record.actions))]
        seats = [seat for seat, _ in record.actions]
        texts = [text for _, text in record.actions]

        def play(rounds: int, record: Any = record, seats: Any = seats, texts: Any = texts) -> None:
            for _ in range(rounds):
                game = ws.replay(record, to=0)
                for seat, text in zip(seats, texts, strict=True):
                    game.play(text, seat)

        def each(method: str, rounds: int, moments: Any = moments, seats: Any = seats) -> None:
            for _ in range(rounds):
                for game, seat in zip(moments, seats, strict=True):
                    getattr(game, method)(seat)

        figures[name] = {"play": round(seconds_per_round(play, effort) / len(moments) * 1e6, 2)}
        for method in ("legal", "legal_ids", "observe", "view"):
            seconds = seconds_per_round(lambda rounds, m=method, e=each: e(m, rounds), effort)  # type: ignore[misc]
            figures[name][method] = round(seconds / len(moments) * 1e6, 2)
        figures[name]["replay_whole_record"] = round(
            seconds_per_round(lambda rounds, r=record: [ws.replay(r) for _ in range(rounds)], effort) * 1e6  # type: ignore[misc]
        )
    return figures


def bots_per_move(effort: Effort) -> dict[str, dict[str, dict[str, float]]]:
    """Return the milliseconds per move of each bot against itself: median and slowest."""
    figures: dict[str, dict[str, dict[str, float]]] = {}
    for name in ws.ruleset_ids():
        figures[name] = {}
        for bot in bots.kernel_names(ws.load_ruleset(name)):
            times: list[float] = []
            until = time.perf_counter() + effort.seconds * effort.runs
            seed = 0
            while not times or time.perf_counter() < until:
                times += timed_moves(name, bot, seed)
                seed += 1
            figures[name][bot] = {
                "median": round(statistics.median(times) * 1e3, 4),
                "slowest": round(max(times) * 1e3, 3),
                "moves": len(times),
            }
    return figures


def timed_moves(name: str, bot: str, seed: int) -> list[float]:
    """Return the seconds of every choice in one game, up to `LIMIT` actions, since some bots never end a game.

    The first choice of each seat is left out because it may compile.
    """
    game = ws.Game.new(name, players=2, seed=seed)
    players = [bots.make(bot, seed=seat) for seat in range(2)]
    times = []
    while not game.over and game.version < LIMIT:
        for seat in game.to_act:
            observation = game.observe(seat)
            started = time.perf_counter()
            action = players[seat].choose(observation)
            times.append(time.perf_counter() - started)
            game.play_id(action, seat)
    return times[2:]


def playouts_per_second(effort: Effort) -> dict[str, dict[str, int]]:
    """Return playouts per second on one core, from positions in games of two planners.

    By policy: planners and the search's model to the end, and `search`: the model with the search's limits.
    """
    figures: dict[str, dict[str, int]] = {}
    for name in ws.ruleset_ids():
        moments = planned_game(name)[::EVERY]
        model = kind_of(ws.load_ruleset(name)).bots.search.model
        policies = {"planner": ("planner", 0), model: (model, 0), "search": (model, search.OPTIONS["rounds"])}
        figures[name] = {}
        for title, policy in policies.items():
            seconds = seconds_per_round(partial(play_on, moments, *policy), effort)
            figures[name][title] = round(len(moments) * WORLDS / seconds)
    return figures


def play_on(moments: list[tuple[ws.Observation, int]], policy: str, judged: int, rounds: int) -> None:
    """Continue from every position in some worlds, `rounds` times; judged: each player's turns before judging, or 0."""
    for seed in range(rounds):
        for seen, action in moments:
            playouts(seen, [action], WORLDS, policy, seed=seed, rounds=judged)


def planned_game(name: str) -> list[tuple[ws.Observation, int]]:
    """Return the observations and choices in a game of two planners."""
    game, planner = ws.Game.new(name, players=2, seed=1), bots.make("planner")
    found = []
    while not game.over:
        seat = game.to_act[0]
        seen = game.observe(seat)
        found.append((seen, int(planner.choose(seen))))
        game.play_id(found[-1][1], seat)
    return found


def gzip_sizes() -> dict[str, int | None]:
    """Return the compressed download sizes: all scripts, all styles, and each map."""
    static = resources.files("whistlestop.server") / "static"
    sizes: dict[str, int | None] = {}
    for kind in ("js", "css"):
        folder = static / "assets"
        files = [f for f in folder.iterdir() if f.name.endswith(f".{kind}")] if folder.is_dir() else []
        sizes[kind] = sum(len(gzip.compress(f.read_bytes(), 9)) for f in files) if files else None
    for ruleset in map(ws.load_ruleset, ws.ruleset_ids()):
        if ruleset.routes:
            sizes[f"map {ruleset.id}"] = len(gzip.compress(board_svg(ruleset).encode(), 9))
    return sizes
