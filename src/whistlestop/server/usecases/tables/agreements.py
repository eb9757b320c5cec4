"""What takes everybody's agreement in a game under way: to end it unfinished, and to have hints.

Those count who still play. A program is asked as a person is; bots agree to everything. Who does not agree calls it
off, and somebody may ask anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from whistlestop.server.adapters.database import table_changes as keeping
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.seats import hints_allowed
from whistlestop.server.domain.times import now
from whistlestop.server.usecases.tables.following import catch_up
from whistlestop.server.usecases.tables.leaving import check_playing

if TYPE_CHECKING:
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.usecases.tables.table import Table


class Agreements:
    """Each answer checked, stored, and then told to the table."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def end(self, table: Table, user: str, *, agrees: bool) -> None:
        """Want to end the game unfinished, or call that off. It ends when everybody wants it who still plays."""
        await table.whole(self._end(table, user, agrees=agrees))

    async def have_hints(self, table: Table, user: str, *, agrees: bool) -> None:
        """Want hints for everybody, or call that off. Once all agree they stay to the end of the game."""
        await table.whole(self._have_hints(table, user, agrees=agrees))

    async def _end(self, table: Table, user: str, *, agrees: bool) -> None:
        async with table.changing():
            ending = {"state": "over", "abandoned": True, "ended": now()}
            if await self._answer(table, user, "agreed", ending, agrees=agrees):
                table.abandon()
            else:
                table.tell_table()

    async def _have_hints(self, table: Table, user: str, *, agrees: bool) -> None:
        async with table.changing():
            table.own_seat(user, None)
            if hints_allowed(table.row):
                return
            if await self._answer(table, user, "hints", {"hints": True}, agrees=agrees):
                table.set_row(hints=True)
            table.tell_table()

    async def _answer(self, table: Table, user: str, to: str, then: dict[str, Any], *, agrees: bool) -> bool:
        """Keep what a player says to something, and what becomes of the table if all agree; whether they do."""
        table.own_seat(user, None)
        check_playing(table)
        held = table.seats_of(user)
        after = [
            replace(seat, **{to: agrees}) if seat.seat in held or not agrees else seat
            for seat in table.row.seats
        ]
        asked = [seat for seat in after if seat.kind == "person" and seat.bot is None]
        last = agrees and all(getattr(seat, to) for seat in asked)
        try:
            await keeping.agree(self._store, table.id, to, held, agrees=agrees, last=then if last else None)
        except Conflict:
            await catch_up(table)
            raise Refusal("game_over", "The game is over.") from None
        table.set_row(seats=tuple(after))
        return last
