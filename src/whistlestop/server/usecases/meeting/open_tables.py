"""The open room: the list of tables that are waiting for players, its viewers, and quick play."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import structlog

from whistlestop.languages import LANGUAGES
from whistlestop.server.adapters.database.database import DatabaseError
from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.rooms import language_room
from whistlestop.server.domain.tables import seat_of
from whistlestop.server.messages.base import encode
from whistlestop.server.messages.meeting import OpenChanges, OpenTable, OpenTables
from whistlestop.server.messages.tables import CreateTable, Join, SeatWish
from whistlestop.server.usecases.tables.info import NOBODY, table_info
from whistlestop.server.usecases.tables.leaving import USUAL
from whistlestop.server.usecases.tables.seating import sit
from whistlestop.server.usecases.tables.starting import begin_if_full

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from contextlib import AbstractAsyncContextManager

    from whistlestop import Ruleset
    from whistlestop.server.adapters.database.meeting import MeetingStore
    from whistlestop.server.domain.identity import Caller
    from whistlestop.server.domain.tables import TableRow
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.messages.meeting import QuickPace, QuickPlay
    from whistlestop.server.usecases.boards import Boards
    from whistlestop.server.usecases.callers import Callers
    from whistlestop.server.usecases.tables.creating import TableCreation
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.viewers import Viewer

log = structlog.get_logger("whistlestop.hall")

PAUSE = 1.0
"""Seconds between two updates of the list while it has viewers. One query finds the changes of all processes."""
RATED = 30.0
"""Seconds for which ratings are cached."""
DAY = 24 * 3600
CLOCKS: dict[QuickPace, ClockSettings] = {
    "5+10": ClockSettings("live", 5 * 60, 10, USUAL),
    "10+20": ClockSettings("live", 10 * 60, 20, USUAL),
    "days": ClockSettings("turn", DAY, 0, USUAL),
}
"""The clocks of quick play. At zero a bot takes over, so that the other players do not have to wait."""


class OpenTableList:
    """The open tables, and the users who are looking for a table."""

    def __init__(
        self,
        store: MeetingStore,
        tables: Tables,
        boards: Boards,
        creation: TableCreation,
        callers: Callers,
        alone: Callable[[str], AbstractAsyncContextManager[None]],
        ratings: Callable[[str, ClockSettings | None], Awaitable[Mapping[str, int]]],
        *,
        rooms: bool,
    ) -> None:
        """`alone` serializes callers with the same key. `ratings` returns the public ratings of a board.

        `rooms`: whether each language has a room.
        """
        self._languages = list(LANGUAGES) if rooms else []
        self._store = store
        self._alone = alone
        self._tables = tables
        self._boards = boards
        self._creation = creation
        self._callers = callers
        self._viewers: dict[Viewer, str | None] = {}
        """The viewers, each with the place of their room."""
        self._ratings = ratings
        self._rated: dict[tuple[str, ClockSettings | None], tuple[float, Mapping[str, int]]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._reading = asyncio.Lock()
        self._version = 0
        self._known: dict[str, OpenTable] = {}
        self._people = 0

    async def listed(self) -> OpenTables:
        """Return the current open tables."""
        return OpenTables(self._version, [*(await self._read()).values()], self._count(), self._languages)

    def place(self, language: str | None) -> str | None:
        """Return the place of the room of a language, or of the room for all languages.

        Raises Refusal if there is none.
        """
        if language is not None and language not in self._languages:
            raise Refusal("not_found", "There is no room for this language.")
        return language_room(language)

    def room(self, place: str | None) -> set[Viewer]:
        """Return the viewers in a room."""
        return {viewer for viewer, where in self._viewers.items() if where == place}

    async def enter(self, viewer: Viewer, place: str | None) -> None:
        """Send a new viewer the whole list, and then all changes, and the messages of a room."""
        if not self._watched():
            async with self._reading:
                if not self._watched():
                    self._known = await self._read()
                    self._looking = asyncio.create_task(self._look(), name="hall")
        # No await between these lines: later changes are relative to the list sent here.
        self._viewers[viewer] = place
        tables = [*self._known.values()]
        viewer.send(encode(OpenTables(self._version, tables, self._count(), self._languages)))

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer."""
        self._viewers.pop(viewer, None)

    async def close(self) -> None:
        """Stop updating the list."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def quick_play(self, caller: Caller, wish: QuickPlay) -> TableInfo:
        """Join the quick-play table of this kind that has been waiting longest, or wait at a new one.

        Other open tables are not used, since their host decides when they begin.
        """
        self._callers.check_writable()
        self._callers.count_table(caller)
        user, name = caller.user, await self._callers.name_to_keep(caller, listed=True)
        # Serialized, since two simultaneous callers would otherwise each create a table.
        async with self._alone("quick play"):
            rows = [row for row in await self._store.open_tables() if self._fits(row, wish)]
            mine = [row for row in rows if seat_of(row, user) is not None]
            for row in [*mine, *(row for row in rows if row not in mine)]:
                # Players of correspondence games need not be present.
                if row in mine or wish.pace == "days" or self._tables.online(row):
                    try:
                        return await self._sit(row, user, name, wish.color)
                    except Refusal:
                        continue  # another player took the seat first
            return await self._wait(user, name, wish)

    async def _sit(self, row: TableRow, user: str, name: str, color: int | None) -> TableInfo:
        async with self._tables.use(row.id) as table:
            await sit(table, user, name, Join(color=color))
            await begin_if_full(table, self._boards[row.ruleset].ruleset)
            return table.info(user)

    async def _wait(self, user: str, name: str, wish: QuickPlay) -> TableInfo:
        ruleset, size = self._choose(wish)
        seats = [SeatWish("me"), *(SeatWish("open") for _ in range(size - 1))]
        made = CreateTable(ruleset.id, seats, listed=True, clock=CLOCKS[wish.pace], color=wish.color)
        return await self._creation.make(user, name, made, ruleset, quick=True)

    def _choose(self, wish: QuickPlay) -> tuple[Ruleset, int]:
        """Return the first acceptable board, with the lowest acceptable number of players."""
        known = [one.id for one in self._boards.summaries()]
        for name in wish.rulesets or known:
            if name not in known:
                continue
            ruleset = self._boards[name].ruleset
            possible = range(ruleset.min_players, ruleset.max_players + 1)
            sizes = [size for size in sorted(wish.sizes or possible) if size in possible]
            if sizes:
                return ruleset, sizes[0]
        raise Refusal("bad_request", "None of these boards is for that many players.")

    def _fits(self, row: TableRow, wish: QuickPlay) -> bool:
        board = not wish.rulesets or row.ruleset in wish.rulesets
        size = not wish.sizes or len(row.seats) in wish.sizes
        return row.quick and row.clock == CLOCKS[wish.pace] and board and size

    async def _open_table(self, row: TableRow) -> OpenTable:
        table = self._tables.find(row.id)
        presence = NOBODY if table is None else table.viewers.presence(row)
        info = table_info(row, None, 0, presence)
        rated = await self.ratings_of(row)
        return OpenTable(
            row.id,
            row.ruleset,
            info.seats,
            self._tables.online(row),
            row.quick,
            info.created,
            row.clock,
            [None if seat.player is None else rated.get(seat.player) for seat in info.seats],
        )

    async def ratings_of(self, row: TableRow) -> Mapping[str, int]:
        """Return the public ratings for a table's board and pace, from the cache if they are recent."""
        if not any(seat.page for seat in row.seats):
            return {}
        key, now = (row.ruleset, row.clock), time.monotonic()
        if key not in self._rated or now - self._rated[key][0] > RATED:
            self._rated = {one: kept for one, kept in self._rated.items() if now - kept[0] <= RATED}
            self._rated[key] = now, await self._ratings(row.ruleset, row.clock)
        return self._rated[key][1]

    def _watched(self) -> bool:
        return self._looking is not None and not self._looking.done()

    def _count(self) -> int:
        return len({viewer.account for viewer in self._viewers})

    async def _read(self) -> dict[str, OpenTable]:
        return {row.id: await self._open_table(row) for row in await self._store.open_tables()}

    async def _look(self) -> None:
        """Send changes to the viewers until there are none left."""
        while True:
            await asyncio.sleep(PAUSE)
            if not self._viewers:
                return
            try:
                found = await self._read()
            except DatabaseError as error:
                log.warning("open tables cannot be read", error=type(error).__name__)
            else:
                self._tell(found)

    def _tell(self, found: dict[str, OpenTable]) -> None:
        known, self._known = self._known, found
        changed = [one for name, one in found.items() if known.get(name) != one]
        removed = [name for name in known if name not in found]
        people, self._people = self._people, self._count()
        if changed or removed or people != self._people:
            self._version += 1
            frame = encode(OpenChanges(self._version, changed, removed, self._people))
            for viewer in self._viewers:
                viewer.send(frame)
