"""Print a bot's choices at the start of a game against itself: `python -m tests.bots.openings usa planner
12`.
"""

from __future__ import annotations

import sys

import whistlestop as ws
from whistlestop import bots


def opening(ruleset: str, name: str, actions: int) -> str:
    """Return the first actions, or all of a shorter game."""
    game = ws.Game.new(ruleset, 2, seed=2)
    crew = [bots.make(name, seed=seat) for seat in (0, 1)]
    while game.version < actions and not game.over:
        seat = game.to_act[0]
        game.play_id(crew[seat].choose(game.observe(seat)), seat)
    return str(game.actions)


if __name__ == "__main__":
    sys.stdout.write(opening(sys.argv[1], sys.argv[2], int(sys.argv[3])))
