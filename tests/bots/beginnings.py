"""What a bot chooses at the beginning of a game against itself: `python -m tests.bots.beginnings usa planner 12`."""

from __future__ import annotations

import sys

import whistlestop as ws
from whistlestop import bots


def beginning(ruleset: str, name: str, actions: int) -> str:
    """The first actions, or all if there are not so many."""
    game = ws.Game.new(ruleset, 2, seed=2)
    crew = [bots.make(name, seed=seat) for seat in (0, 1)]
    while game.version < actions and not game.over:
        seat = game.to_act[0]
        game.play_id(crew[seat].choose(game.observe(seat)), seat)
    return str(game.actions)


if __name__ == "__main__":
    sys.stdout.write(beginning(sys.argv[1], sys.argv[2], int(sys.argv[3])))
