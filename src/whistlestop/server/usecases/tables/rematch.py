"""Rematches: one new table with reserved seats for all players of an old one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.rematches import rematch_of
from whistlestop.server.domain.tables import kept_for
from whistlestop.server.messages.tables import Join
from whistlestop.server.usecases.tables.changes import change
from whistlestop.server.usecases.tables.seating import check_vacation, sit
from whistlestop.server.usecases.tables.starting import begin

if TYPE_CHECKING:
    from whistlestop import Ruleset
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.boards import TableBoards
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table


log = structlog.get_logger("whistlestop.table")

PATIENCE = 20
"""Seconds that a live game waits for a seated player who is absent."""
LOOK = 0.2
"""Seconds between two checks for present players."""


class Rematches:
    """Finds or creates the rematches of tables."""

    def __init__(
        self, store: Store, tables: Tables, boards: TableBoards, callers: Callers, limit: int
    ) -> None:
        """`limit`: the maximum number of unfinished tables of one user."""
        self._store = store
        self._tables = tables
        self._boards = boards
        self._callers = callers
        self._limit = limit
        self._waiting: dict[str, asyncio.Task[None]] = {}

    async def meet(self, game: str, caller: Caller) -> TableInfo:
        """Seat the caller at the rematch of a finished game; the first request creates it.

        If the caller has finished the rematch, too, the rematch of that game is used. A player who finds no free seat
        becomes a spectator.
        """
        self._callers.count_table(caller)
        name = await self._callers.name(caller)
        while True:
            async with self._tables.use(game, caller.user) as old:
                if old.row.state != "over":
                    raise Refusal("not_over", "The game is not over yet.")
                old.own_seat(caller.user)
                await check_vacation(self._store, caller.user, old.row.clock)
                self._ruleset(old)  # refuse before a table is created
                following = await old.whole(self._following(old, caller.user, name))
                async with self._tables.use(following) as table:
                    if table.row.state != "over" or table.seat_of(caller.user) is None:
                        if table.row.state == "open" and kept_for(table.row, caller.user):
                            await sit(table, caller.user, name, Join())
                        await self.settle(table)
                        return table.info(caller.user)
            game = following

    async def settle(self, table: Table) -> None:
        """Begin a rematch when all players are present, and notify those still at the old table.

        A live game waits briefly for a seated player who is absent.
        """
        if table.row.rematch_of is None:
            return
        ruleset = self._ruleset(table)
        if not _live(table):
            await _begin(table, ruleset)
        elif _full(table) and table.id not in self._waiting:
            task = asyncio.create_task(self._wait(table, ruleset), name="rematch")
            self._waiting[table.id] = task
            task.add_done_callback(lambda _done: self._waiting.pop(table.id, None))
        async with self._tables.use(table.row.rematch_of) as old:
            old.sequel = table.row
            old.tell_table()

    async def forget(self, table: Table) -> None:
        """Allow another rematch of the old table, since the host has canceled this one."""
        if table.row.rematch_of is not None:
            async with self._tables.use(table.row.rematch_of) as old:
                old.sequel = None
                old.tell_table()

    async def close(self) -> None:
        """Stop waiting."""
        for task in self._waiting.values():
            task.cancel()
        await asyncio.gather(*self._waiting.values(), return_exceptions=True)

    def _ruleset(self, table: Table) -> Ruleset:
        return self._boards.ruleset(table.row.ruleset)

    async def _wait(self, table: Table, ruleset: Ruleset) -> None:
        """Begin when all players are present, or when the waiting time is over."""
        changed = table.row.changed
        async with self._tables.use(table.id):
            table.begins = self._store.timeline.now() + PATIENCE * 1000
            table.tell_table()
            try:
                while not _there(table) and self._store.timeline.now() < table.begins:
                    await asyncio.sleep(LOOK)
                    if not _full(table) or table.row.changed != changed:
                        return  # a player has left, or the host has changed the setup
                await _begin(table, ruleset)
            except Refusal as refusal:
                log.info("rematch not begun", table=table.tag, error=refusal.code)
            finally:
                table.begins = None
                table.tell_table()

    async def _following(self, old: Table, user: str, name: str) -> str:
        async with old.lock:
            if old.sequel is None:
                row = rematch_of(old.row, user, self._store.timeline.now())
                try:
                    await self._store.create_table(row, name, self._limit)
                except Conflict:  # another process was first
                    found = (await self._store.beside(old.id, "over")).sequel
                    if found is None:
                        raise
                    row = found
                old.sequel = row
            return old.sequel.id


@change
async def _begin(table: Table, ruleset: Ruleset) -> None:
    if _full(table):
        await begin(table, ruleset, table.row.seats)


def _full(table: Table) -> bool:
    return table.row.state == "open" and table.is_full


def _live(table: Table) -> bool:
    return table.row.clock is not None and table.row.clock.kind == "live"


def _there(table: Table) -> bool:
    """Return whether every player has the table open, in any process."""
    players = {seat.user for seat in table.row.seats if seat.user is not None}
    return players <= table.viewers.presence(table.row).online
