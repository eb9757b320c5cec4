"""Leaving a game under way, coming back to it, and ending it unfinished.

A game is never frozen by one person: whoever leaves has a bot play on, and so has whoever stays away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from whistlestop import bots
from whistlestop.server.refusals import Conflict, Refusal
from whistlestop.server.tables import keeping

if TYPE_CHECKING:
    from whistlestop.server.store.store import Store
    from whistlestop.server.tables.seating import Seating
    from whistlestop.server.tables.table import Table

USUAL = "planner"


class Leaving:
    """Persons who go and come back, each change checked, stored, and then told to the table."""

    def __init__(self, store: Store, seating: Seating) -> None:
        self._store = store
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

    async def agree(self, table: Table, user: str, *, agrees: bool) -> None:
        """Want to end the game unfinished, or call that off. It ends when everybody wants it who still plays."""
        await table.whole(self._agree(table, user, agrees=agrees))

    async def _resign(self, table: Table, user: str, wanted: int | None) -> None:
        async with table.lock:
            seat = table.own_seat(user, wanted)
            _check_playing(table)
            if table.row.seats[seat].bot is None:
                await self._seating.hand_over(table, seat, stand_in_of(table))

    async def _come_back(self, table: Table, user: str, wanted: int | None) -> None:
        async with table.lock:
            seat = table.own_seat(user, wanted)
            _check_playing(table)
            if table.row.seats[seat].bot is None:
                return
            if not table.row.comes_back:
                raise Refusal("stays_away", "At this table whoever has left stays away.")
            await self._seating.hand_over(table, seat, None)

    async def _stand_in(self, table: Table, user: str, seat: int) -> None:
        async with table.lock:
            if not table.seats_of(user) and table.row.owner != user:
                raise Refusal("not_seated", "You have no seat at this table.")
            _check_playing(table)
            held = table.row.seats[seat] if seat < len(table.row.seats) else None
            if held is None or held.kind != "person" or held.user == user:
                raise Refusal("bad_request", "Nobody else sits there.")
            if held.bot is not None:
                return
            # Where there is a clock it says how long somebody may be away.
            if table.row.clock is not None or held.user not in table.viewers.presence(table.row).absent:
                raise Refusal("not_absent", "They have not been away for long enough.")
            await self._seating.hand_over(table, seat, stand_in_of(table))

    async def _agree(self, table: Table, user: str, *, agrees: bool) -> None:
        async with table.lock:
            table.own_seat(user, None)
            _check_playing(table)
            held = table.seats_of(user)
            after = [
                replace(seat, agreed=agrees) if seat.seat in held or not agrees else seat
                for seat in table.row.seats
            ]
            last = agrees and all(
                seat.agreed or seat.bot is not None for seat in after if seat.kind == "person"
            )
            try:
                await keeping.agree(self._store, table.id, held, agrees=agrees, last=last)
            except Conflict:
                await table.actions.catch_up()
                raise Refusal("game_over", "The game is over.") from None
            table.set_row(seats=tuple(after))
            if last:
                table.abandon()
            else:
                table.tell_table()


def stand_in_of(table: Table) -> str:
    """The bot that plays on for whoever leaves this table."""
    named = table.row.stand_in
    return named if named is not None and named in bots.names() else USUAL


def _check_playing(table: Table) -> None:
    if table.row.state == "open":
        raise Refusal("not_started", "The game has not begun.")
    if table.row.state == "over":
        raise Refusal("game_over", "The game is over.")
