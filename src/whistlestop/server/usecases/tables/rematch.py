"""Playing once more: one new table for everybody who was at an old one, with their seats kept until they come."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace

from whistlestop.fairness import new_seed
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.seats import colors_of, kept_for, seats_of
from whistlestop.server.domain.tables import Seat, new_key
from whistlestop.server.usecases.tables.delay import chosen_delay

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop import Ruleset
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import TableRow
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.seating import Seating
    from whistlestop.server.usecases.tables.table import Table


log = structlog.get_logger("whistlestop.table")

PATIENCE = 20
"""Seconds that a live game waits for a player who has a seat and is not there."""
LOOK = 0.2
"""Seconds between two looks at who is there."""


class Rematches:
    """Finds or makes the table that follows another."""

    def __init__(
        self, store: Store, tables: Tables, seating: Seating, ruleset: Callable[[str], Ruleset], limit: int
    ) -> None:
        """`ruleset` finds a board by its id; `limit`: tables not yet over that one user may own."""
        self._store = store
        self._tables = tables
        self._seating = seating
        self._ruleset = ruleset
        self._limit = limit
        self._waiting: dict[str, asyncio.Task[None]] = {}

    async def meet(self, old: Table, user: str, name: str) -> TableInfo:
        """Take one's seats at the table that follows a game that is over; it is made for whoever is first.

        Who played there and finds no seat any more comes to it all the same, to watch.
        """
        if old.row.state != "over":
            raise Refusal("not_over", "The game is not over yet.")
        old.own_seat(user)
        ruleset = self._ruleset(old.row.ruleset)
        following = await old.whole(self._following(old, user, name))
        async with self._tables.use(following) as table:
            if table.row.state == "open" and kept_for(table.row, user):
                await self._seating.join(table, user, name, None)
            await self.settle(table, ruleset)
            return table.info(user)

    async def settle(self, table: Table, ruleset: Ruleset) -> None:
        """Begin a game once more when everybody is there, and tell those who are still at the old table.

        A live game waits a little for a player who has a seat and is not there.
        """
        if table.row.rematch_of is None:
            return
        if not _live(table):
            await table.whole(self._begin(table, ruleset))
        elif _full(table) and table.id not in self._waiting:
            task = asyncio.create_task(self._wait(table, ruleset), name="rematch")
            self._waiting[table.id] = task
            task.add_done_callback(lambda _done: self._waiting.pop(table.id, None))
        async with self._tables.use(table.row.rematch_of) as old:
            old.sequel = table.row
            old.tell_table()

    async def forget(self, table: Table) -> None:
        """Let the players of the old table meet for another game: the host has canceled this one."""
        if table.row.rematch_of is not None:
            async with self._tables.use(table.row.rematch_of) as old:
                old.sequel = None
                old.tell_table()

    async def close(self) -> None:
        """Stop waiting."""
        for task in self._waiting.values():
            task.cancel()
        await asyncio.gather(*self._waiting.values(), return_exceptions=True)

    async def _wait(self, table: Table, ruleset: Ruleset) -> None:
        """Begin when all players are there, or when they have waited long enough."""
        changed = table.row.changed
        async with self._tables.use(table.id):
            table.begins = self._store.time() + PATIENCE * 1000
            table.tell_table()
            try:
                while not _there(table) and self._store.time() < table.begins:
                    await asyncio.sleep(LOOK)
                    if not _full(table) or table.row.changed != changed:
                        return  # somebody has left, or the host has changed what is played
                await table.whole(self._begin(table, ruleset))
            except Refusal as refusal:
                log.info("rematch not begun", table=table.tag, error=refusal.code)
            finally:
                table.begins = None
                table.tell_table()

    async def _begin(self, table: Table, ruleset: Ruleset) -> None:
        async with table.changing():
            if _full(table):
                await self._seating.begin(table, ruleset, table.row.seats)

    async def _following(self, old: Table, user: str, name: str) -> str:
        async with old.lock:
            if old.sequel is None:
                row = _again(old.row, user, self._store.time())
                try:
                    await self._store.create_table(row, name, self._limit)
                except Conflict:  # another process was first
                    found = (await self._store.beside(old.id, "over")).sequel
                    if found is None:
                        raise
                    row = found
                old.sequel = row
            return old.sequel.id


def _full(table: Table) -> bool:
    return table.row.state == "open" and all(seat.kind != "open" for seat in table.row.seats)


def _live(table: Table) -> bool:
    return table.row.clock is not None and table.row.clock.kind == "live"


def _there(table: Table) -> bool:
    """Whether every player has the table open, in whichever process."""
    players = {seat.user for seat in table.row.seats if seat.user is not None}
    return players <= table.viewers.presence(table.row).online


def _again(row: TableRow, user: str, at: int) -> TableRow:
    """The same table once more: everybody sits one seat further, `user` is there and others are waited for."""
    yours = seats_of(row, user)
    kept = [
        replace(seat, color=color)
        for seat, color in zip(row.seats, colors_of(seat.color for seat in row.seats), strict=True)
    ]
    seats = [_seat(seat, (seat.seat + 1) % len(row.seats), taken=seat.seat in yours) for seat in kept]
    return replace(
        row,
        id=new_key(),
        watch=new_key(),
        owner=user,
        state="open",
        created=at,
        header=None,
        seats=tuple(sorted(seats, key=lambda seat: seat.seat)),
        started=None,
        seed=new_seed().hex(),
        listed=False,
        quick=False,
        abandoned=False,
        rematch_of=row.id,
        changed=None,
        delay=chosen_delay(row),
        removed=(),
    )


def _seat(seat: Seat, place: int, *, taken: bool) -> Seat:
    if seat.kind == "bot":
        return Seat(place, "bot", bot=seat.bot, color=seat.color)
    if taken:
        return Seat(
            place,
            "person",
            seat.user,
            name=seat.name,
            program=seat.program,
            label=seat.label,
            page=seat.page,
            color=seat.color,
        )
    return Seat(place, "open", label=seat.label, held_for=seat.user, held_name=seat.name, color=seat.color)
