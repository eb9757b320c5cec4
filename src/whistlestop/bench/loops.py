"""Compiled loops around single functions of the engine.

Each repeats one function over the moments of a recorded game; `moments[n]` is the state before action n.
"""

from __future__ import annotations

from typing import Any

from whistlestop.engine import machine
from whistlestop.engine.jit import jit

__all__ = ["apply_all", "legal_all", "observe_all"]


@jit
def apply_all(states: Any, rules: Any, players: Any, actions: Any) -> None:
    """Play the whole game in each of the states, without any check."""
    for i in range(len(states)):
        for n in range(len(actions)):
            machine.play(states, rules, i, players[n], actions[n])


@jit
def legal_all(moments: Any, rules: Any, players: Any, out: Any, rounds: int) -> int:
    """List the legal actions at every moment of the game, so many times."""
    total = 0
    for _ in range(rounds):
        for n in range(len(moments)):
            total += machine.legal(moments, rules, n, players[n], out)
    return total


@jit
def observe_all(moments: Any, players: Any, observations: Any, rounds: int) -> None:
    """Make the observation of the seat to act at every moment of the game, so many times."""
    for _ in range(rounds):
        for n in range(len(moments)):
            machine.observe(moments, n, players[n], observations, 0)
