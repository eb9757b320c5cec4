"""What JavaScript calls: the compiled functions of a kind of game by name, with the types of their arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop import bots, warmup
from whistlestop.bots.beliefs import features, likely_world
from whistlestop.bots.match import play_game
from whistlestop.core import jit, rng
from whistlestop.format import Ruleset
from whistlestop.game import Game
from whistlestop.kinds import kind_of

__all__ = ["Entry", "entries_of"]


@dataclass(frozen=True)
class Entry:
    """A function that JavaScript calls."""

    name: str
    function: jit.Function
    types: tuple[Any, ...]
    """numba's types of its arguments."""
    in_table: bool
    """Whether it is called by its place in the table of functions, too: a bot."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """Return the names of its arguments."""
        code = self.function.python.__code__
        return code.co_varnames[: code.co_argcount]


def entries_of(ruleset: Ruleset) -> list[Entry]:
    """Return everything of the ruleset's kind that JavaScript calls."""
    machine, kind = ruleset.machine, kind_of(ruleset).bots
    search = kind.search
    deciders = {
        f"decide_{name}": kernel.decide for name, kernel in (*kind.kernels.items(), *search.policies.items())
    }
    deciders["appraise"] = search.appraise
    named: dict[str, Any] = {
        "init": machine.init,
        "play": machine.play,
        "score": machine.score,
        "legal": machine.legal,
        "is_legal": machine.is_legal,
        "observe": machine.observe,
        "determinize": machine.determinize,
        "replay": machine.replay,
        "random_games": machine.play_random_games,
        "features": search.features,
        "imagine": search.imagine,
        "play_worlds": search.play_worlds,
        "play_kernels": kind.play_kernels,
        **deciders,
    }
    calls = warmup.calls_of(ruleset)
    skipped: set[Any] = {search.play_worlds, kind.play_kernels, machine.play_random_games}
    with jit.recording(calls, skipped=skipped):
        _call_the_rest(ruleset)
    found = []
    for name, function in named.items():
        arguments = calls[function][0]
        types = tuple(function.entry.typeof_pyval(each) for each in arguments)
        found.append(Entry(name, function, types, in_table=name in deciders))
    return found


def _call_the_rest(ruleset: Ruleset) -> None:
    """Call what games do not lead to: whole games in one call, and what a search is made of."""
    machine = ruleset.machine
    states = np.zeros(1, machine.STATE)
    machine.random_games(states, ruleset.rules, 0, 2, 1, rng.fast_seed(0))
    machine.replay(states, ruleset.rules, 0, np.zeros(1, np.int16), np.zeros(1, machine.ACTION), 0)
    seen = Game.new(ruleset, players=2, seed=0).observe(0)
    likely_world(seen, 0)
    features(seen, 1)
    for name in bots.kernel_names(ruleset):
        bots.make(name).choose(seen)
    play_game(ruleset, ["random"] * ruleset.min_players, 0)
