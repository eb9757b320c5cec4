"""Start a game interpreted, switch to compiled code in the middle, and finish it: `python -m
tests.core.compiled_midgame usa`.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from typing import TYPE_CHECKING

import whistlestop as ws
from whistlestop.core import jit

if TYPE_CHECKING:
    from collections.abc import Callable

MIDDLE = 60


def play(ruleset: str, in_the_middle: Callable[[], None]) -> str:
    """Return digests of the complete state of a game with two players, after each action."""
    game = ws.Game.new(ruleset, 2, seed=5)
    dice, digest = random.Random(5), hashlib.sha256()
    while not game.over:
        if game.version == MIDDLE:
            in_the_middle()
        seat = game.to_act[0]
        digest.update(game.observe(seat).tobytes() + json.dumps(game.view(seat)).encode())
        game.play(dice.choice(game.legal(seat)), seat)
        digest.update(game.states.tobytes())
    assert game.version > MIDDLE
    digest.update(game.record().to_json().encode())
    return digest.hexdigest()


def go_over() -> None:
    """Switch from plain Python to machine code that has not been loaded yet."""
    assert not jit.is_compiled()
    assert "numba" not in sys.modules
    assert jit.go_over()
    assert jit.is_compiled()


if __name__ == "__main__":
    jit.interpret()
    sys.stdout.write(play(sys.argv[1], go_over))
