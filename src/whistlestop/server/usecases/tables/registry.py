"""All tables of this process: found by id, loaded on demand, and dropped when unused."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from whistlestop.server.adapters.database.clubs import is_member
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import concerns, delay_of, gone, no_table, seat_of
from whistlestop.server.usecases.tables.following import renew
from whistlestop.server.usecases.tables.info import table_info
from whistlestop.server.usecases.tables.table import Table, TableContext

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.tables import Seat, TableRow
    from whistlestop.server.messages.base import TableInfo
    from whistlestop.server.usecases.tables.cluster import Cluster


async def nothing(_ruleset: str) -> None:
    """Do nothing, where there is nothing to prepare."""


class Tables:
    """The registry of live tables."""

    def __init__(
        self,
        store: Store,
        cluster: Cluster,
        cached: int,
        patience: float = 120.0,
        removed_for: float = 600.0,
        acknowledged: Callable[[float], None] = lambda _seconds: None,
        prepare: Callable[[str], Awaitable[None]] = nothing,
        oversees: Callable[[str], bool] = lambda _user: False,
    ) -> None:
        """`removed_for`: seconds for which a user removed by the host cannot sit down.

        `acknowledged` is called with the seconds until a command was on disk. `prepare` loads the board of a table that
        has no game yet. `oversees`: whether a user is a moderator, who may open every table.
        """
        self._oversees = oversees
        self.store = store
        self._cluster = cluster
        self._cached = cached
        self._prepare = prepare
        self._looked: Callable[[Table, str], None] = lambda _table, _user: None
        self._context = TableContext(
            store,
            patience,
            removed_for,
            presence_changed=self._presence_changed,
            acknowledged=acknowledged,
        )
        self._live: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}

    def watch(self, *reactions: Callable[[Table], None]) -> None:
        """Register functions, called in order with each table that is loaded or whose game, seats or state change."""
        self._context.reactions.extend(reactions)

    def watch_looks(self, react: Callable[[Table, str], None]) -> None:
        """Register a function to call with the table and user whenever the position of a seat is shown."""
        self._looked = react

    def seen(self, table: Table, user: str | None) -> None:
        """Report that the position is shown to a user; None: a spectator with the spectator link."""
        if user is not None:
            self._looked(table, user)

    def _presence_changed(self, table: Table) -> None:
        self._cluster.tell_presence(table)
        for user in table.viewers.readers():
            self._looked(table, user)

    @asynccontextmanager
    async def use(self, game: str, user: str | None = None) -> AsyncIterator[Table]:
        """Return a table by its id and keep it in memory during use. No game ever has two table objects.

        `user`: the requesting user, unless the server itself needs the table. Raises Refusal if they may not open it.
        """
        table = self._live.get(game)
        while table is None:
            try:
                table = await self._load(game)
            except Refusal:
                if user is not None:
                    await self._check_refused(game, user)
                raise
            # The table may have been dropped since it was loaded.
            table = self._live.get(game)
        if user is not None:
            await self._check_admitted(table.row, user)
        self._live.move_to_end(game)
        table.in_use += 1
        try:
            if table.row.state != "playing":
                await self._prepare(table.row.ruleset)
            yield table
        finally:
            table.in_use -= 1
            self._drop_idle()

    @asynccontextmanager
    async def visit(self, key: str, user: str) -> AsyncIterator[tuple[Table, str | None]]:
        """Return a table by its id or spectator key, and the visitor: None with the spectator key."""
        watched = None if key in self._live else await self.store.watched(key)
        async with self.use(watched or key, user) as table:
            await renew(table)
            yield table, None if watched is not None else user

    async def _check_admitted(self, row: TableRow, user: str) -> None:
        """Refuse users who may not know of a club's table: all except its players, club members and moderators."""
        if row.club is None or concerns(row, user) or self._oversees(user):
            return
        if not await is_member(self.store, row.club, user):
            raise no_table()

    async def _check_refused(self, key: str, user: str) -> None:
        """Refuse users who may not know why a club's table cannot be opened."""
        row = await self.store.table(await self.store.watched(key) or key)
        if row is not None:
            await self._check_admitted(row, user)

    async def show(self, key: str, user: str) -> TableInfo:
        """Return a table by its id or spectator key, as a user sees it."""
        async with self.visit(key, user) as (table, visitor):
            return table.info(visitor)

    async def of(self, user: str) -> list[TableInfo]:
        """Return the tables of a user, newest first."""
        rows = await self.store.tables_of(user)
        versions = await self.store.versions([row.id for row in rows])
        return [
            live.info(user)
            if (live := self._live.get(row.id)) is not None
            else table_info(
                row, user, 0 if delay_of(row) and seat_of(row, user) is None else versions.get(row.id, 0)
            )
            for row in rows
        ]

    def __contains__(self, game: str) -> bool:
        """Return whether a table is in memory or being loaded."""
        return game in self._live or game in self._loading

    def find(self, game: str) -> Table | None:
        """Return a table by its id, if it is in memory."""
        return self._live.get(game)

    def evict(self, game: str) -> Table | None:
        """Remove a closed table from memory; requests for it are refused from now on."""
        table = self._live.pop(game, None)
        if table is not None and table.bot_task is not None:
            table.bot_task.cancel()
        return table

    def dismiss(self, game: str, refusal: Refusal) -> None:
        """Remove a table from memory, and send its users the reason."""
        table = self.evict(game)
        for viewer in table.viewers if table is not None else ():
            viewer.dismiss(refusal)

    def online(self, row: TableRow) -> int:
        """Return how many of a table's players are online, in any process."""
        table = self._live.get(row.id)
        if table is not None:
            return len(table.viewers.presence(row).online)
        return len({user for here in self._cluster.elsewhere(row.id) for user in here.users})

    def live(self) -> list[Table]:
        """Return the tables in memory."""
        return list(self._live.values())

    def busy(self) -> list[str]:
        """Return the tables with connected users."""
        here = [game for game, table in self._live.items() if table.in_use]
        return [*self._cluster.busy_elsewhere().union(here)]

    def show_user(self, user: str, change: Callable[[Seat], Seat]) -> None:
        """Show a change of a user at all tables where they have a seat."""
        for table in self._live.values():
            if table.seat_of(user) is not None:
                seats = (change(seat) if seat.user == user else seat for seat in table.row.seats)
                table.set_row(seats=tuple(seats))
                table.tell_table()

    def forget(self, games: Iterable[str]) -> None:
        """Drop tables that are no longer stored."""
        for game in games:
            self._live.pop(game, None)

    def notice_idle(self, game: str, closes: int) -> None:
        """Notify the users at a table of the time when it will be closed."""
        table = self._live.get(game)
        if table is not None:
            table.notice_idle(closes)

    async def close(self) -> None:
        """Finish pending work."""
        work = [task for table in self._live.values() for task in table.work]
        await asyncio.gather(*work, return_exceptions=True)

    async def _load(self, game: str) -> Table:
        task = self._loading.get(game)
        if task is None:
            task = asyncio.create_task(self._load_now(game))
            self._loading[game] = task
            task.add_done_callback(lambda _task: self._loading.pop(game, None))
        return await asyncio.shield(task)

    async def _load_now(self, game: str) -> Table:
        try:
            table = await Table.load(game, self._context)
        except Refusal as refusal:
            if refusal.code == "not_found" and await self.store.watched(game) is not None:
                raise Refusal("watch_only", "This link is only for watching.") from None
            raise
        why = gone(table.row)
        if why is not None:
            raise why
        self._live[game] = table
        if self._cluster.shared:
            table.viewers.take(self._cluster.elsewhere(game))
        self._context.changed(table)
        return table

    def _drop_idle(self) -> None:
        if len(self._live) > self._cached:
            for game, table in self._live.items():
                if not table.in_use:
                    del self._live[game]
                    break
