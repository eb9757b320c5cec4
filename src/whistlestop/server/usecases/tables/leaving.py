"""Leaving a game under way, and coming back to it.

A game is never frozen by one person: whoever leaves has a bot play on, and so has whoever stays away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop import bots
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from whistlestop.server.usecases.tables.seating import Seating
    from whistlestop.server.usecases.tables.table import Table

USUAL = "planner"


class Leaving:
    """Persons who go and come back, each change checked, stored, and then told to the table."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating

    async def resign(self, table: Table, user: str, wanted: int | None) -> None:
        """Have a bot play on for one's seat."""
        await table.whole(self._resign(table, user, wanted))

    async def come_back(self, table: Table, user: str, wanted: int | None) -> None:
        """Take one's seat back from the bot, where the table lets people come back."""
        await table.whole(self._come_back(table, user, wanted))

    async def stand_in(self, table: Table, user: str, seat: int) -> None:
        """Have a bot play on for somebody who is absent; any other player and the host may."""
        await table.whole(self._stand_in(table, user, seat))

    async def _resign(self, table: Table, user: str, wanted: int | None) -> None:
        async with table.changing():
            seat = table.own_seat(user, wanted)
            check_playing(table)
            if table.row.seats[seat].bot is None:
                await self._seating.hand_over(table, seat, stand_in_of(table))

    async def _come_back(self, table: Table, user: str, wanted: int | None) -> None:
        async with table.changing():
            seat = table.own_seat(user, wanted)
            check_playing(table)
            if table.row.seats[seat].bot is None:
                return
            if not table.row.comes_back:
                raise Refusal("stays_away", "At this table whoever has left stays away.")
            await self._seating.hand_over(table, seat, None)

    async def _stand_in(self, table: Table, user: str, seat: int) -> None:
        async with table.changing():
            if not table.seats_of(user) and table.row.owner != user:
                raise Refusal("not_seated", "You have no seat at this table.")
            check_playing(table)
            held = table.row.seats[seat] if seat < len(table.row.seats) else None
            if held is None or held.kind != "person" or held.user == user:
                raise Refusal("bad_request", "Nobody else sits there.")
            if held.bot is not None:
                return
            # Where there is a clock it says how long somebody may be away.
            if table.row.clock is not None or held.user not in table.viewers.presence(table.row).absent:
                raise Refusal("not_absent", "They have not been away for long enough.")
            await self._seating.hand_over(table, seat, stand_in_of(table), "removed")


def stand_in_of(table: Table) -> str:
    """The bot that plays on for whoever leaves this table."""
    named = table.row.stand_in
    return named if named is not None and named in bots.names() else USUAL


def check_playing(table: Table) -> None:
    """Refuse what takes a game under way."""
    if table.row.state == "open":
        raise Refusal("not_started", "The game has not begun.")
    if table.row.state == "over":
        raise Refusal("game_over", "The game is over.")
