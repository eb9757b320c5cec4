"""The one writer of this process: collects what waits, writes it in one transaction, answers after commit.

Appending an action is the hot path: everything that waits while the disk is busy becomes one transaction with
one flush (group commit). An action whose ply or command id the log has already is left out of the transaction
and costs nobody but its sender. Other writes are rare and get a transaction each. A caller that was answered may
rely on the disk.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from whistlestop.server.refusals import Conflict, Refusal
from whistlestop.server.store.results import SeatResult, keep_results
from whistlestop.server.store.schema import actions, tables

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")
GROUP = 500


class Append(msgspec.Struct, frozen=True):
    """One action for the log. `last` closes the game in the same transaction, which keeps `results` as well."""

    game: str
    ply: int
    seat: int
    action: str
    command: str | None
    at: int
    last: bool
    results: tuple[SeatResult, ...] = ()


class Writer:
    """Serialises all writes of a process. Start it, hand it work, close it."""

    def __init__(self, engine: AsyncEngine, limit: int) -> None:
        self._engine = engine
        self._limit = limit
        self._waiting: asyncio.Queue[tuple[Any, asyncio.Future[Any]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.commits = 0
        self.actions = 0

    @property
    def waiting(self) -> int:
        """How many writes wait."""
        return self._waiting.qsize()

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._loop(), name="writer")

    async def close(self) -> None:
        """Write what waits, then stop."""
        if self._task is None:
            return
        await self._waiting.join()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def append(self, action: Append) -> None:
        """Put an action into the log; returns when it is on disk. Conflict: the log has this ply or command."""
        await self._submit(action)

    async def run(self, job: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run `job` in a transaction of its own; its exception takes everything back and is raised here."""
        return cast("T", await self._submit(job))

    async def _submit(self, work: Any) -> Any:
        if self._waiting.qsize() >= self._limit:
            raise Refusal("overloaded", "The server is too busy to save this now. Try again in a moment.")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((work, done))
        # The caller may be cancelled (its socket closed); what it asked for is then still written.
        return await asyncio.shield(done)

    async def _loop(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < GROUP and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            appends = [(work, done) for work, done in batch if isinstance(work, Append)]
            if appends:
                await self._append_all(appends)
            for work, done in batch:
                if not isinstance(work, Append):
                    await self._attempt(work, done)
            for _ in batch:
                self._waiting.task_done()

    async def _append_all(self, appends: list[tuple[Append, asyncio.Future[Any]]]) -> None:
        try:
            taken = await self._transaction(partial(_write, appends=[work for work, _ in appends]))
        except IntegrityError:
            if len(appends) == 1:  # there is no such game
                _fail(appends[0][1], Conflict())
            for one in appends if len(appends) > 1 else ():
                await self._append_all([one])
            return
        except Exception as error:  # noqa: BLE001 - it is raised where the work came from
            for _, done in appends:
                _fail(done, error)
            return
        for (_, done), is_taken in zip(appends, taken, strict=True):
            if not is_taken:
                _fail(done, Conflict())
            elif not done.done():
                done.set_result(None)
            self.actions += is_taken

    async def _attempt(
        self, job: Callable[[AsyncConnection], Awaitable[Any]], done: asyncio.Future[Any]
    ) -> None:
        try:
            result = await self._transaction(job)
        except IntegrityError:
            _fail(done, Conflict())
        except Exception as error:  # noqa: BLE001 - it is raised where the work came from
            _fail(done, error)
        else:
            if not done.done():
                done.set_result(result)

    async def _transaction(self, job: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        async with self._engine.begin() as connection:
            result = await job(connection)
        self.commits += 1
        return result


async def _write(connection: AsyncConnection, appends: list[Append]) -> list[bool]:
    """Insert what the log does not have yet; returns for each action whether it was taken."""
    insert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert
    columns = (
        actions.c.game,
        actions.c.ply,
        actions.c.seat,
        actions.c.action,
        actions.c.command,
        actions.c.at,
    )
    rows = [tuple(getattr(work, column.name) for column in columns) for work in appends]
    names = [column.name for column in columns]
    result = await connection.execute(
        insert(actions).on_conflict_do_nothing().returning(*columns),
        [dict(zip(names, row, strict=True)) for row in rows],
    )
    inserted = Counter(tuple(row) for row in result)
    taken = []
    for row, work in zip(rows, appends, strict=True):
        is_taken = inserted[row] > 0
        inserted[row] -= is_taken
        taken.append(is_taken)
        if is_taken and work.last:
            await connection.execute(
                update(tables).where(tables.c.id == work.game).values(state="over", ended=work.at)
            )
            if work.results:
                await keep_results(connection, work.game, work.results)
    return taken


def _fail(done: asyncio.Future[Any], error: BaseException) -> None:
    if not done.done():
        done.set_exception(error)
        # A caller that went away does not fetch it, and that is no fault worth a line in the log.
        done.exception()
