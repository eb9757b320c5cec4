"""Play games for their statistics, and keep the results in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import polars as pl

from whistlestop.bots.columns import Columns, seat_types
from whistlestop.bots.matches import play_block
from whistlestop.bots.plan import Block, Lineup, Plan
from whistlestop.bots.processes import in_processes
from whistlestop.format import Ruleset
from whistlestop.kinds import kind_of

from .simulations import Simulation

__all__ = ["play"]

BLOCK = 50
"""Games that a process plays before it reports them."""


def play(
    ruleset: Ruleset,
    players: int,
    bots: Sequence[str] = ("planner",),
    games: int = 1000,
    *,
    seed: int = 0,
    first: int = 0,
    jobs: int | None = None,
    played: Callable[[int], None] | None = None,
) -> Simulation:
    """Play games between bots and return their results. The same seed gives the same games for any number of `jobs`.

    The games are those of `whistlestop simulate` (docs/simulation.md). first: number of the first game, to continue
    earlier ones. played: called with the number of games finished since the last call. Raises RulesetError, UnknownBot,
    UnsuitableBot, OptionError and BotError.
    """
    last = first + games
    plan = Plan(ruleset, (Lineup(players, tuple(bots)),), last, seed)
    blocks = [
        Block(number, 0, range(begin, min(begin + BLOCK, last)))
        for number, begin in enumerate(range(first, last, BLOCK))
    ]
    frames = []
    for batch in in_processes(partial(play_block, plan), blocks, plan.bots, jobs):
        frames.append(_frame(batch.seats, plan))
        if played is not None:
            played(len(frames[-1]) // players)
    return Simulation(ruleset, players, plan.bots, pl.concat(frames).lazy())


def _frame(columns: Columns, plan: Plan) -> pl.DataFrame:
    """Return a batch with the columns of docs/simulation.md."""
    types = seat_types(kind_of(plan.ruleset))
    names = dict(enumerate(plan.bots))
    frame = pl.DataFrame(
        [pl.Series(name, columns[name].tolist(), _type(kind)) for name, kind in types.items()]
    )
    return frame.with_columns(pl.col("bot").replace_strict(names, return_dtype=pl.String))


def _type(kind: str) -> pl.DataType:
    """Return the Polars type for a type name of `columns.seat_types`."""
    if kind.startswith("list<"):
        return pl.List(_type(kind[5:-1]))
    plain: dict[str, pl.DataType] = {
        "bool": pl.Boolean(),
        "string": pl.String(),
        "float64": pl.Float64(),
        "int8": pl.Int8(),
        "int16": pl.Int16(),
        "int32": pl.Int32(),
        "int64": pl.Int64(),
    }
    return plain[kind]
