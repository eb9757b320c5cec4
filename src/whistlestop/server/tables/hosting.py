"""What the host of a table may do besides filling seats: hand the table over, and send somebody away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.refusals import Conflict, Refusal
from whistlestop.server.store.rows import Removal, Seat, now
from whistlestop.server.tables import keeping
from whistlestop.server.tables.seating import check_open, check_owner

if TYPE_CHECKING:
    from whistlestop.server.store.store import Store
    from whistlestop.server.tables.table import Table


class Hosting:
    """Each change checked, stored, and then told to the table."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def hand_table(self, table: Table, user: str, seat: int) -> None:
        """Make the person of a seat the host."""
        await table.whole(self._hand_table(table, user, seat))

    async def remove(self, table: Table, user: str, seat: int) -> None:
        """Remove the player of a seat before the game starts; for a while they cannot sit down again."""
        await table.whole(self._remove(table, user, seat))

    async def readmit(self, table: Table, user: str, removed: str) -> None:
        """Let a user sit down again who was removed."""
        await table.whole(self._readmit(table, user, removed))

    async def _hand_table(self, table: Table, user: str, seat: int) -> None:
        async with table.changing():
            check_owner(table, user)
            heir = _person(table, seat).user
            if heir is None or heir == user:
                return
            try:
                await keeping.change_owner(self._store, table.id, user, heir)
            except Conflict:
                raise Refusal("stale", "Somebody else was first.") from None
            table.set_row(owner=heir)
            table.tell_table()

    async def _remove(self, table: Table, user: str, seat: int) -> None:
        async with table.changing():
            check_owner(table, user)
            check_open(table)
            held = _person(table, seat)
            if held.user is None or held.user == user:
                raise Refusal("bad_request", "Nobody else sits there.")
            at = now()
            try:
                await keeping.remove(self._store, table.id, held, at)
            except Conflict:
                await table.actions.catch_up()
                raise Refusal("stale", "Somebody else was first.") from None
            seats = list(table.row.seats)
            seats[seat] = Seat(seat, "open")
            rest = tuple(one for one in table.row.removed if one.user != held.user)
            table.set_row(seats=tuple(seats), removed=(*rest, Removal(held.user, held.name or "", at)))
            table.viewers.remove(held.user)
            table.tell_table()

    async def _readmit(self, table: Table, user: str, removed: str) -> None:
        async with table.changing():
            check_owner(table, user)
            await keeping.readmit(self._store, table.id, removed)
            table.set_row(removed=tuple(one for one in table.row.removed if one.user != removed))
            table.tell_table()


def _person(table: Table, seat: int) -> Seat:
    held = table.row.seats[seat] if seat < len(table.row.seats) else None
    if held is None or held.kind != "person":
        raise Refusal("bad_request", "Nobody sits there.")
    return held
