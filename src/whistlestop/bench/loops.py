"""Compiled loops around single functions of a machine.

Each repeats a function over the moments of a recorded game; `moments[n]` is the state before action n.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from whistlestop.core.jit import jit
from whistlestop.games.kind import Kind

__all__ = ["Loops", "loops_of"]


class Loops(NamedTuple):
    """The three loops of one machine."""

    apply_all: Callable[..., None]
    legal_all: Callable[..., int]
    observe_all: Callable[..., None]


@cache
def loops_of(kind: Kind) -> Loops:
    """Return the loops around the functions of a kind of game."""
    machine = kind.machine
    play, legal, observe = machine.play, machine.legal, machine.observe

    @jit
    def apply_all(states: Any, rules: Any, players: Any, actions: Any) -> None:
        """Play the whole game in each state, without checks."""
        for i in range(len(states)):
            for n in range(len(actions)):
                play(states, rules, i, players[n], actions[n])

    @jit
    def legal_all(moments: Any, rules: Any, players: Any, out: Any, rounds: int) -> int:
        """List the legal actions at every moment of the game, repeatedly."""
        total = 0
        for _ in range(rounds):
            for n in range(len(moments)):
                total += legal(moments, rules, n, players[n], out)
        return total

    @jit
    def observe_all(moments: Any, players: Any, observations: Any, rounds: int) -> None:
        """Make the observation of the seat to act at every moment of the game, repeatedly."""
        for _ in range(rounds):
            for n in range(len(moments)):
                observe(moments, n, players[n], observations, 0)

    return Loops(apply_all, legal_all, observe_all)
