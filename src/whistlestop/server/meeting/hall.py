"""The open room: the list of tables that wait for players, those who look at it, and quick play."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import SQLAlchemyError

from whistlestop.server.meeting.messages import OpenTable, OpenTables
from whistlestop.server.protocol import CreateTable, SeatWish, encode
from whistlestop.server.refusals import Refusal
from whistlestop.server.tables.info import NOBODY, seat_of, table_info

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from whistlestop import Ruleset
    from whistlestop.server.boards import Boards
    from whistlestop.server.meeting.messages import QuickPlay
    from whistlestop.server.meeting.store import MeetingStore
    from whistlestop.server.protocol import TableInfo
    from whistlestop.server.store.rows import TableRow
    from whistlestop.server.tables.registry import Tables
    from whistlestop.server.tables.seating import Seating
    from whistlestop.server.tables.table import Table
    from whistlestop.server.tables.viewers import Viewer

log = structlog.get_logger("whistlestop.hall")

PAUSE = 1.0
"""Seconds between two looks at the list while anybody sees it. One question finds what any process has changed."""


class Hall:
    """Open tables and those who look for one."""

    def __init__(
        self,
        store: MeetingStore,
        tables: Tables,
        seating: Seating,
        boards: Boards,
        alone: Callable[[str], AbstractAsyncContextManager[None]],
    ) -> None:
        """`alone` keeps what is done under a name from being done twice at the same time."""
        self._store = store
        self._alone = alone
        self._tables = tables
        self._seating = seating
        self._boards = boards
        self.viewers: set[Viewer] = set()
        self._looking: asyncio.Task[None] | None = None

    async def listed(self) -> OpenTables:
        """The open tables, those first at which somebody waits, then the oldest."""
        found = [self._open_table(row) for row in await self._store.open_tables()]
        found.sort(key=lambda one: (one.here == 0, one.created))
        return OpenTables(found, len({viewer.account for viewer in self.viewers}))

    async def enter(self, viewer: Viewer) -> None:
        """Somebody looks at the list: they get it now and whenever it changes."""
        self.viewers.add(viewer)
        viewer.send(encode(await self.listed()))
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look(), name="hall")

    def leave(self, viewer: Viewer) -> None:
        """Somebody has gone."""
        self.viewers.discard(viewer)

    async def close(self) -> None:
        """Stop to look."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def quick_play(self, user: str, name: str, wish: QuickPlay, limit: int) -> TableInfo:
        """Sit down with whoever waits longest for such a game, or wait at a new table for others."""
        # One after the other, or two who come at once would both make a table.
        async with self._alone("quick play"):
            rows = await self._store.open_tables()
            mine = [row for row in rows if row.quick and seat_of(row, user) is not None]
            for row in [*mine, *(row for row in rows if row not in mine)]:
                if self._fits(row, wish) and (row in mine or self._tables.online(row)):
                    try:
                        return await self._sit(row, user, name)
                    except Refusal:
                        continue  # somebody else was first
            return await self._wait(user, name, wish, limit)

    async def begin_if_full(self, table: Table) -> None:
        """Begin the game of quick play at a table as soon as nobody is missing."""
        await self._seating.begin_if_full(table, self._boards[table.row.ruleset].ruleset)

    async def _sit(self, row: TableRow, user: str, name: str) -> TableInfo:
        async with self._tables.use(row.id) as table:
            await self._seating.join(table, user, name, None)
            await self.begin_if_full(table)
            return table.info(user)

    async def _wait(self, user: str, name: str, wish: QuickPlay, limit: int) -> TableInfo:
        ruleset, size = self._choose(wish)
        seats = [SeatWish("me"), *(SeatWish("open") for _ in range(size - 1))]
        made = CreateTable(ruleset.id, seats, listed=True)
        return await self._tables.create(user, name, made, ruleset, limit, quick=True)

    def _choose(self, wish: QuickPlay) -> tuple[Ruleset, int]:
        """The first board that is welcome, with the fewest players that are."""
        known = [one.id for one in self._boards.summaries()]
        for name in wish.rulesets or known:
            if name not in known:
                continue
            ruleset = self._boards[name].ruleset
            possible = range(ruleset.min_players, ruleset.max_players + 1)
            sizes = [size for size in sorted(wish.sizes or possible) if size in possible]
            if sizes:
                return ruleset, sizes[0]
        raise Refusal("bad_request", "There is no such board for so many players.")

    def _fits(self, row: TableRow, wish: QuickPlay) -> bool:
        board = not wish.rulesets or row.ruleset in wish.rulesets
        return board and (not wish.sizes or len(row.seats) in wish.sizes)

    def _open_table(self, row: TableRow) -> OpenTable:
        table = self._tables.find(row.id)
        presence = NOBODY if table is None else table.viewers.presence(row)
        info = table_info(row, None, 0, presence)
        return OpenTable(
            row.id, row.ruleset, info.seats, self._tables.online(row), row.quick, info.created, row.clock
        )

    async def _look(self) -> None:
        last = None
        while self.viewers:
            try:
                frame = encode(await self.listed())
            except SQLAlchemyError as error:
                log.warning("open tables cannot be read", error=type(error).__name__)
            else:
                for viewer in self.viewers if frame != last else ():
                    viewer.send(frame)
                last = frame
            await asyncio.sleep(PAUSE)
