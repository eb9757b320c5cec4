"""The functions that JavaScript calls: a kind's compiled functions by name, with the types of their arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop import bots, warmup
from whistlestop.bots.beliefs import likely_world
from whistlestop.bots.match import play_game
from whistlestop.core import jit, rng
from whistlestop.format import Ruleset
from whistlestop.game import Game
from whistlestop.games import odds, searching
from whistlestop.kinds import kind_of

__all__ = ["Entry", "argument_types", "entries_of", "queries"]


@dataclass(frozen=True)
class Entry:
    """A function that JavaScript calls."""

    name: str
    function: jit.Function
    types: tuple[Any, ...]
    """numba's types of its arguments."""
    in_table: bool
    """Whether it is also called by its index in the table of functions, as bots are."""


def entries_of(ruleset: Ruleset) -> list[Entry]:
    """Return all functions of the ruleset's kind that JavaScript calls."""
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
        "propose": search.propose,
        "likelihoods": search.likelihoods,
        "world_seeds": searching.world_seeds,
        "begin_search": searching.begin,
        "add_results": searching.add,
        "narrow": searching.narrow,
        "odds": odds.odds,
        "mean_and_error": odds.mean_and_error,
        "imagine": search.imagine,
        "play_worlds": search.play_worlds,
        "play_kernels": kind.play_kernels,
        **deciders,
    }
    calls = warmup.calls_of(ruleset)
    # The functions of the kind's machine that descriptions of a game call.
    package = _package(ruleset)
    named |= {
        called.python.__name__: called for called in calls if called.python.__module__ == f"{package}.machine"
    }
    skipped: set[Any] = {search.play_worlds, kind.play_kernels, machine.play_random_games}
    with jit.recording(calls, skipped=skipped):
        _call_the_rest(ruleset)
    found = [
        Entry(one.python.__name__, one, _by_name(one, ruleset), in_table=False) for one in queries(ruleset)
    ]
    for name, function in named.items():
        arguments = calls[function][0]
        types = tuple(function.entry.typeof_pyval(each) for each in arguments)
        found.append(Entry(name, function, types, in_table=name in deciders))
    return found


def queries(ruleset: Ruleset) -> Iterator[jit.Function]:
    """Yield the advice queries to the planner of the ruleset's kind."""
    package = _package(ruleset)
    folder = Path(str(files(package)))
    for file in sorted([*folder.glob("advice/queries.py"), *folder.glob("mechanisms/*/advice.py")]):
        name = ".".join([package, *file.relative_to(folder).with_suffix("").parts])
        for function in vars(import_module(name)).values():
            own = isinstance(function, jit.Function) and function.python.__module__ == name
            if own and not function.python.__name__.startswith("_"):
                yield function


def argument_types(function: jit.Function) -> list[str]:
    """Return the names of the types of a function's arguments."""
    return [name for argument, name in function.python.__annotations__.items() if argument != "return"]


def _package(ruleset: Ruleset) -> str:
    """Return the package of the ruleset's kind."""
    return kind_of(ruleset).data.ruleset.__module__.rpartition(".")[0]


def _by_name(function: jit.Function, ruleset: Ruleset) -> tuple[Any, ...]:
    """Return numba's types of the arguments of a function that takes records, by their annotations."""
    examples: dict[str, Any] = {
        "Observation": np.zeros(1, ruleset.machine.OBSERVATION)[0],
        "Rules": np.zeros(1, ruleset.rules.dtype)[0],
        "Work": np.zeros(1, kind_of(ruleset).bots.kernels["planner"].work)[0],
        "Numbers": np.zeros(1, np.int64),
        "Integers": np.zeros(1, np.int64),
        "int": 0,
    }
    return tuple(function.entry.typeof_pyval(examples[name]) for name in argument_types(function))


def _call_the_rest(ruleset: Ruleset) -> None:
    """Call the functions that single moves do not reach: whole games in one call, and all bots."""
    machine = ruleset.machine
    states = np.zeros(1, machine.STATE)
    machine.random_games(states, ruleset.rules, 0, 2, 1, rng.fast_seed(0))
    machine.replay(states, ruleset.rules, 0, np.zeros(1, np.int16), np.zeros(1, machine.ACTION), 0)
    seen = Game.new(ruleset, players=2, seed=0).observe(0)
    for name in bots.kernel_names(ruleset):
        bots.make(name).choose(seen)
    likely_world(seen, 0)
    play_game(ruleset, ["random"] * ruleset.min_players, 0)
