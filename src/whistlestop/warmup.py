"""Compiling everything before anybody waits for it.

The first start on a machine has to compile the engine and the bots. That is work for one core at a time within a
process, so the parts are compiled by processes of their own, as many as there are cores, each of which leaves its
machine code in the cache; then this process loads it. Later starts only load.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial

from . import bots
from .core.jit import JIT_DISABLED, cache_folder
from .game import Game
from .rulesets import load_ruleset, ruleset_ids

__all__ = ["warm_up"]

MARK = "complete"


def _play(ruleset: str) -> None:
    """Everything that a turn needs."""
    game = Game.new(ruleset, players=2, seed=0)
    while game.version < 8:
        seat = game.to_act[0]
        game.view(seat)
        game.play(game.legal(seat)[0], seat)
    game.view(None)


def _score(ruleset: str) -> None:
    """Everything that the end of a game needs."""
    Game.from_position({"ruleset": ruleset, "phase": "over", "players": [{}, {}]}).outcome()


def _moments(ruleset: str) -> None:
    """Everything that is needed late in a game of some kinds."""
    kind = load_ruleset(ruleset).kind
    for moment in kind.moments:
        game = Game.from_position({"ruleset": ruleset, **moment})
        seat = game.to_act[0]
        game.view(seat)
        if kind.declaration is not None:
            game.observe(seat).declaration([])
        game.play(game.legal(seat)[0], seat)


def _choose(bot: str, ruleset: str) -> None:
    """Everything that a bot needs."""
    game = Game.new(ruleset, players=2, seed=0)
    player = bots.make(bot, seed=0)
    while game.version < 6:
        seat = game.to_act[0]
        game.play_id(player.choose(game.observe(seat)), seat)


def _run(part: Callable[[], None]) -> None:
    part()


def _parts() -> list[Callable[[], None]]:
    """What there is to compile; the code is the same for all rulesets of a kind."""
    rulesets = {load_ruleset(name).kind.name: name for name in ruleset_ids()}
    parts: list[Callable[[], None]] = []
    for ruleset in rulesets.values():
        parts += [partial(_score, ruleset), partial(_play, ruleset), partial(_moments, ruleset)]
    parts += [partial(_choose, bot, ruleset) for bot in bots.names() for ruleset in rulesets.values()]
    return parts


def warm_up() -> bool:
    """Make sure that everything is compiled and loaded; return whether it had to be compiled."""
    parts = _parts()
    folder = None if JIT_DISABLED else cache_folder()
    mark = folder / MARK if folder is not None else None
    compiled = mark is not None and not mark.exists()
    if compiled:
        context = multiprocessing.get_context("spawn")
        with (
            ProcessPoolExecutor(os.cpu_count() or 1, context) as pool,
            contextlib.suppress(BrokenProcessPool),
        ):
            list(pool.map(_run, parts))
    for part in parts:
        part()
    if compiled and mark is not None:
        with contextlib.suppress(OSError):
            mark.touch()
    return compiled
