"""Compiled loops around single functions of a machine.

Each repeats one function over the moments of a recorded game; `moments[n]` is the state before action n.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from whistlestop.engine.jit import specialize
from whistlestop.engine.machines import MACHINES

__all__ = ["Loops", "loops_of"]

# These names stand for the functions of a machine.

play: Any = None
legal: Any = None
observe: Any = None


def apply_all(states: Any, rules: Any, players: Any, actions: Any) -> None:
    """Play the whole game in each of the states, without any check."""
    for i in range(len(states)):
        for n in range(len(actions)):
            play(states, rules, i, players[n], actions[n])


def legal_all(moments: Any, rules: Any, players: Any, out: Any, rounds: int) -> int:
    """List the legal actions at every moment of the game, so many times."""
    total = 0
    for _ in range(rounds):
        for n in range(len(moments)):
            total += legal(moments, rules, n, players[n], out)
    return total


def observe_all(moments: Any, players: Any, observations: Any, rounds: int) -> None:
    """Make the observation of the seat to act at every moment of the game, so many times."""
    for _ in range(rounds):
        for n in range(len(moments)):
            observe(moments, n, players[n], observations, 0)


class Loops(NamedTuple):
    """The three of them, compiled for one machine."""

    apply_all: Callable[..., None]
    legal_all: Callable[..., int]
    observe_all: Callable[..., None]


@cache
def loops_of(kind: str) -> Loops:
    """The loops around the functions of a machine."""
    machine = MACHINES[kind]
    return Loops(
        specialize(apply_all, play=machine.play),
        specialize(legal_all, legal=machine.legal),
        specialize(observe_all, observe=machine.observe),
    )
