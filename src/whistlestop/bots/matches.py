"""Play the blocks of a plan; the games do not depend on the number of processes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from whistlestop.kinds import kind_of

from .columns import (
    RECORD_TYPES,
    Columns,
    as_table,
    move_rows,
    move_types,
    record_row,
    seat_rows,
    seat_types,
)
from .match import play_game, seats_of
from .plan import Block, Plan
from .processes import in_processes

__all__ = ["Batch", "play_all", "play_block"]


@dataclass(frozen=True)
class Batch:
    """The results of a block of games."""

    seats: Columns
    """One row per seat: `columns.seat_types`."""
    moves: Columns = field(default_factory=dict)
    """One row per move, if requested: `columns.move_types`."""
    records: Columns = field(default_factory=dict)
    """One row per game, if requested: `columns.RECORD_TYPES`."""


def play_block(plan: Plan, block: Block) -> Batch:
    """Play some games, in order. Raises BotError and UnknownBot."""
    kind = kind_of(plan.ruleset)
    lineup = plan.lineups[block.lineup]
    codes = {bot: code for code, bot in enumerate(plan.bots)}
    results = [
        play_game(
            plan.ruleset,
            seats_of(lineup.bots, lineup.players, game),
            game,
            plan.seed,
            record=plan.records,
            moves=plan.moves,
        )
        for game in block.games
    ]
    seats = (row for result in results for row in seat_rows(block.lineup, result, codes))
    moves = (row for result in results for row in move_rows(block.lineup, result, codes))
    return Batch(
        as_table(seats, seat_types(kind)),
        as_table(moves, move_types(kind)) if plan.moves else {},
        as_table((record_row(block.lineup, result) for result in results), RECORD_TYPES)
        if plan.records
        else {},
    )


def play_all(plan: Plan, jobs: int | None = None) -> Iterator[Batch]:
    """Play all games and yield them block by block, in order. jobs: processes; default: one per core.

    Raises the errors of `in_processes`.
    """
    return in_processes(partial(play_block, plan), plan.blocks, plan.bots, jobs)
