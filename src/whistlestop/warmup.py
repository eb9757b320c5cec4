"""Compiling everything before anybody waits for it.

Compiling is work for one core at a time within a process, so the parts are compiled by processes of their own, as many
as there are cores, each of which leaves its machine code in the cache; then this process loads it. Later starts only
load.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from . import bots
from .core.jit import JIT_DISABLED
from .core.jit.cache import is_complete
from .game import Game
from .kinds import KINDS
from .rulesets import load_ruleset, ruleset_ids

__all__ = ["Part", "parts", "warm_up"]


@dataclass(frozen=True)
class Part:
    """Something that games of one kind need, played in a game of one of its rulesets."""

    name: str
    what: Callable[..., None]
    arguments: tuple[str, ...]

    def play(self) -> None:
        """Play it, which compiles or loads what it needs."""
        self.what(*self.arguments)


def _turns(ruleset: str) -> None:
    game = Game.new(ruleset, players=2, seed=0)
    while game.version < 8:
        seat = game.to_act[0]
        game.view(seat)
        game.play(game.legal(seat)[0], seat)
    game.view(None)
    game.observe(0).determinize(0)


def _scoring(ruleset: str) -> None:
    Game.from_position({"ruleset": ruleset, "phase": "over", "players": [{}, {}]}).outcome()


def _moments(ruleset: str) -> None:
    kind = load_ruleset(ruleset).kind
    for moment in kind.moments:
        game = Game.from_position({"ruleset": ruleset, **moment})
        seat = game.to_act[0]
        game.view(seat)
        if kind.declaration is not None:
            game.observe(seat).declaration([])
        game.play(game.legal(seat)[0], seat)


def _bot(ruleset: str, bot: str) -> None:
    game = Game.new(ruleset, players=2, seed=0)
    player = bots.make(bot, seed=0)
    while game.version < 6:
        seat = game.to_act[0]
        game.play_id(player.choose(game.observe(seat)), seat)


def parts() -> list[Part]:
    """What there is to compile, what takes longest first."""
    found = []
    for kind in KINDS.values():
        ruleset = next(name for name in ruleset_ids() if load_ruleset(name).kind is kind)
        found += [Part(f"{kind.name}: bot {bot}", _bot, (ruleset, bot)) for bot in kind.kernels]
        found.append(Part(f"{kind.name}: turns", _turns, (ruleset,)))
        found.append(Part(f"{kind.name}: scoring", _scoring, (ruleset,)))
        if kind.moments:
            found.append(Part(f"{kind.name}: late moments", _moments, (ruleset,)))
    return sorted(found, key=lambda part: "planner" not in part.name)


def _compile(part: Part) -> Part:
    part.play()
    return part


def lower_priority() -> None:
    """Let everything else on this machine go first."""
    if hasattr(os, "nice"):
        os.nice(15)


def warm_up(progress: Callable[[str, int, int], None] | None = None, *, background: bool = False) -> bool:
    """Make sure that everything is compiled and loaded; return whether it had to be compiled.

    progress: called with the name of a part that has been compiled, how many are done, and how many there are.
    background: at low priority.
    """
    if JIT_DISABLED:
        return False
    from .core.jit.compiler import save_entries  # noqa: PLC0415 - imports numba

    compiled = not is_complete()
    every = parts()
    if compiled:
        context = multiprocessing.get_context("spawn")
        initializer = lower_priority if background else None
        with (
            ProcessPoolExecutor(os.cpu_count() or 1, context, initializer) as pool,
            contextlib.suppress(BrokenProcessPool),  # what is missing is compiled below
        ):
            waiting = [pool.submit(_compile, part) for part in every]
            for done, future in enumerate(as_completed(waiting), start=1):
                if progress is not None:
                    progress(future.result().name, done, len(every))
    for part in every:
        part.play()
    if compiled:
        save_entries()
    return compiled
