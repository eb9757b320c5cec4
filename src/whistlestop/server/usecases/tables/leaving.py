"""Leaving a game in progress, and returning to it.

No player can block a game: a bot plays for players who leave or stay away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop import bots
from whistlestop.server.domain.permissions import check_playing, other_person_on
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.usecases.tables.changes import operation
from whistlestop.server.usecases.tables.hand_over import hand_over

if TYPE_CHECKING:
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.domain.tables import TableRow
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table

USUAL = "planner"


class Leaving:
    """Players who leave and return."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    @operation
    async def resign(self, table: Table, caller: Caller, wanted: int | None) -> int | None:
        """Let a bot play for the caller's seat."""
        seat = table.own_seat(caller.user, wanted)
        check_playing(table.row)
        if table.row.seats[seat].bot is None:
            await hand_over(table, seat, stand_in_of(table.row))
        return wanted

    @operation
    async def come_back(self, table: Table, caller: Caller, wanted: int | None) -> int | None:
        """Take the caller's seat back from the bot, if the table allows it."""
        seat = table.own_seat(caller.user, wanted)
        check_playing(table.row)
        if table.row.seats[seat].bot is not None:
            if not table.row.comes_back:
                raise Refusal("stays_away", "At this table players who have left cannot come back.")
            await hand_over(table, seat, None)
        return wanted

    @operation
    async def stand_in(self, table: Table, caller: Caller, seat: int) -> None:
        """Let a bot play for an absent player, at the request of the host or another player."""
        if not table.seats_of(caller.user) and table.row.owner != caller.user:
            raise Refusal("not_seated", "You have no seat at this table.")
        check_playing(table.row)
        held = other_person_on(table.row, seat, caller.user)
        if held.bot is not None:
            return
        # If there is a clock, it determines how long a player may be away.
        if table.row.clock is not None or held.user not in table.viewers.presence(table.row).absent:
            raise Refusal("not_absent", "This player has not been away for long enough.")
        await hand_over(table, seat, stand_in_of(table.row), "removed")


def stand_in_of(row: TableRow) -> str:
    """Return the bot that plays for players who leave this table."""
    return row.stand_in if row.stand_in is not None and row.stand_in in bots.names() else USUAL
