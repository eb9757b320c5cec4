"""What a host can do besides filling seats: cancel, change or hand over the table, and remove somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from whistlestop.kinds import kind_of
from whistlestop.server.adapters.database import table_changes as keeping
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.tables import Removal, Seat
from whistlestop.server.domain.times import now
from whistlestop.server.usecases.tables.following import catch_up
from whistlestop.server.usecases.tables.seating import check_open, check_owner, hand_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop import Ruleset
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.messages.tables import TableSetup
    from whistlestop.server.usecases.tables.table import Table


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

    async def cancel(self, table: Table, user: str) -> None:
        """Close a table before its game. The caller dismisses everybody there."""
        await table.whole(self._cancel(table, user))

    async def set_up(self, table: Table, user: str, wish: TableSetup, ruleset: Ruleset) -> None:
        """Change what is played before the game, with the same people: board, number of seats and clock."""
        await table.whole(self._set_up(table, user, wish, ruleset))

    async def _cancel(self, table: Table, user: str) -> None:
        async with table.changing():
            check_owner(table, user)
            check_open(table)
            try:
                await keeping.cancel(self._store, table.id, user, now())
            except Conflict:
                await catch_up(table)
                raise Refusal("already_started", "The game has begun already.") from None

    async def _set_up(self, table: Table, user: str, wish: TableSetup, ruleset: Ruleset) -> None:
        async with table.changing():
            check_owner(table, user)
            check_open(table)
            if table.row.quick:
                raise Refusal("quick_table", "A table of quick play stays as its players wanted it.")
            changes: dict[str, Any] = {
                "ruleset": ruleset.id,
                "clock": wish.clock,
                "look": table.row.look and "look" in kind_of(ruleset).told.options,
            }
            seats = refitted(table.row.seats, wish.seats)
            if seats == table.row.seats and all(
                getattr(table.row, name) == changes[name] for name in changes
            ):
                return
            changes["changed"] = self._store.time()
            try:
                await keeping.set_up(self._store, table.id, table.row.seats, seats, changes)
            except Conflict:
                await catch_up(table)
                check_open(table)
                raise Refusal("stale", "Somebody else was first.") from None
            table.set_row(seats=seats, **changes)
            table.tell_table()

    async def _hand_table(self, table: Table, user: str, seat: int) -> None:
        async with table.changing():
            check_owner(table, user)
            heir = _person(table, seat).user
            if heir is None or heir == user:
                return
            await hand_on(self._store, table, user, heir)

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
                await catch_up(table)
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


def refitted(seats: Sequence[Seat], size: int) -> tuple[Seat, ...]:
    """Return so many seats with the same people in the same order.

    Seats of people, and those that are kept for somebody, stay; bots give way to them. Raises Refusal if they are too
    many.
    """
    staying = [seat for seat in seats if seat.kind == "person" or seat.held_for or seat.invitation]
    if len(staying) > size:
        raise Refusal("table_full", "More people sit here, or are expected, than there would be seats.")
    bots = [seat for seat in seats if seat.kind == "bot"][: size - len(staying)]
    kept = sorted([*staying, *bots], key=lambda seat: seat.seat)
    kept += [Seat(0, "open")] * (size - len(kept))
    return tuple(replace(seat, seat=number) for number, seat in enumerate(kept))


def _person(table: Table, seat: int) -> Seat:
    held = table.row.seats[seat] if seat < len(table.row.seats) else None
    if held is None or held.kind != "person":
        raise Refusal("bad_request", "Nobody sits there.")
    return held
