"""Leaving a game under way, and coming back to it.

A game is never frozen by one person: whoever leaves has a bot play on, and so has whoever stays away.
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
    """Persons who go and come back."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    @operation
    async def resign(self, table: Table, caller: Caller, wanted: int | None) -> int | None:
        """Have a bot play on for one's seat."""
        seat = table.own_seat(caller.user, wanted)
        check_playing(table.row)
        if table.row.seats[seat].bot is None:
            await hand_over(table, seat, stand_in_of(table.row))
        return wanted

    @operation
    async def come_back(self, table: Table, caller: Caller, wanted: int | None) -> int | None:
        """Take one's seat back from the bot, where the table lets people come back."""
        seat = table.own_seat(caller.user, wanted)
        check_playing(table.row)
        if table.row.seats[seat].bot is not None:
            if not table.row.comes_back:
                raise Refusal("stays_away", "At this table whoever has left stays away.")
            await hand_over(table, seat, None)
        return wanted

    @operation
    async def stand_in(self, table: Table, caller: Caller, seat: int) -> None:
        """Have a bot play on for somebody who is absent; any other player and the host may."""
        if not table.seats_of(caller.user) and table.row.owner != caller.user:
            raise Refusal("not_seated", "You have no seat at this table.")
        check_playing(table.row)
        held = other_person_on(table.row, seat, caller.user)
        if held.bot is not None:
            return
        # Where there is a clock it says how long somebody may be away.
        if table.row.clock is not None or held.user not in table.viewers.presence(table.row).absent:
            raise Refusal("not_absent", "They have not been away for long enough.")
        await hand_over(table, seat, stand_in_of(table.row), "removed")


def stand_in_of(row: TableRow) -> str:
    """The bot that plays on for whoever leaves this table."""
    return row.stand_in if row.stand_in is not None and row.stand_in in bots.names() else USUAL
