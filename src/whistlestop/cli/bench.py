"""`whistlestop bench` and `whistlestop warmup`."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from .output import note, print_json

__all__ = ["bench", "warmup"]


def bench(
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer and shorter runs: rough figures in seconds.")
    ] = False,
) -> None:
    """Measure this machine and print one JSON document. Leave the machine alone meanwhile."""
    from whistlestop.bench import measure

    print_json(measure(quick=quick))


def warmup() -> None:
    """Compile everything now, so that the first game starts at once."""
    started = time.perf_counter()
    import whistlestop as ws
    from whistlestop import bots

    for name in ws.ruleset_ids():
        game = ws.Game.new(name, players=2, seed=0)
        players = [bots.make(bot, seed=0) for bot in bots.names()]
        while not game.over:
            for seat in game.to_act:
                observation = game.observe(seat)
                choices = [player.choose(observation) for player in players]
                game.play_id(choices[0], seat)
                game.view(seat)
        ws.replay(game.record())
    note(f"ready after {time.perf_counter() - started:.1f} s")
