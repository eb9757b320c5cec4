"""The one writer of this process: it collects waiting writes, commits them together, and answers after the commit.

Appending an action is the hot path. All actions that wait while the disk is busy become one transaction with one flush
(group commit); under load the writer also waits briefly for more. An action whose ply or command id is already in the
log is skipped, and only its sender gets an error. Other writes are rare, and each has its own transaction.

The statements for actions and results are built once. SQLite gets the actions one by one: a call of its driver costs
less than finding out which rows a single statement skipped. PostgreSQL gets all of them in one statement, because each
statement is a network round trip.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from functools import cache, partial
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec
from msgspec.structs import asdict
from sqlalchemy import bindparam, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoAnswer

from whistlestop.endings import seat_ends
from whistlestop.server.adapters.database.database import Transactions, answered
from whistlestop.server.adapters.database.schema.boards import board_players, own_boards
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.tables import actions, moves_ahead, seats, tables
from whistlestop.server.domain.games import SeatScore
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.garbage import Lost
from whistlestop.server.telemetry.traces import Traces

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from sqlalchemy import Connection, Insert
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
    from sqlalchemy.sql.dml import ReturningInsert

    from whistlestop.server.adapters.database.fencing import Fence

T = TypeVar("T")
GROUP = 500
"""Maximum number of actions or jobs in one batch."""
GATHER = 0.003
"""Seconds to wait for more actions after several have arrived at once: a transaction costs as much as many actions."""
GIVEN_UP = 20.0
"""Seconds after which a transaction over a network is canceled. By then its callers have long got an error, and all
other writes are waiting for it."""
COLUMNS = ("game", "ply", "seat", "action", "command", "at")
_row = attrgetter(*COLUMNS)


class Append(msgspec.Struct, frozen=True):
    """One action for the log. `last` ends the game and stores its `scores` in the same transaction.

    `bot`: the bot that chose it; None: the player of the seat. `ahead`: the plan that it carries out
    (`domain/ahead.py`), which must still be stored.
    """

    game: str
    ply: int
    seat: int
    action: str
    command: str | None
    at: int
    last: bool
    scores: tuple[SeatScore, ...] = ()
    bot: str | None = None
    ahead: str | None = None


class Writer:
    """Serializes all writes of a process. Start it, submit work, close it."""

    def __init__(self, engine: AsyncEngine, limit: int) -> None:
        self.fence: Fence | None = None
        """Set if other processes write to the same games."""
        self.traces = Traces()
        """The traces in which waits for the disk are recorded."""
        self._engine = engine
        self._appending = Transactions(engine, writer=True)
        self._limit = limit
        self.within = None if engine.dialect.name == "sqlite" else GIVEN_UP
        """Time limit of a write in seconds; None: no limit."""
        self._waiting: asyncio.Queue[tuple[Any, asyncio.Future[Any]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._lost = Lost()
        self.commits = 0
        self.actions = 0

    @property
    def waiting(self) -> int:
        """Number of waiting writes."""
        return self._waiting.qsize()

    def start(self) -> None:
        """Start writing."""
        self._task = asyncio.create_task(self._loop(), name="writer")

    async def close(self) -> None:
        """Finish the waiting writes, then stop."""
        if self._task is not None:
            await self._waiting.join()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._appending.close()

    async def append(self, action: Append) -> None:
        """Append an action to the log; return when it is on disk.

        Raises Conflict if the log has this ply or command, and SQLAlchemyError if the outcome is unknown: the action
        may be in the log already, or be written later.
        """
        await self._submit(action)

    async def run(self, job: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run `job` in its own transaction.

        If it raises an exception, the transaction is rolled back and the exception is raised here.
        """
        return cast("T", await self._submit(job))

    async def _submit(self, work: Any) -> Any:
        if self._waiting.qsize() >= self._limit:
            raise Refusal("overloaded", "The server is too busy to save this now. Try again in a moment.")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((work, done))
        # A caller that is canceled (because its socket has closed) or times out must not stop the write.
        with self.traces.part("commit"):
            async with answered():
                return await asyncio.shield(done)

    async def _loop(self) -> None:
        is_busy = False
        while True:
            batch = [await self._waiting.get()]
            if is_busy:
                await asyncio.sleep(GATHER)
            while len(batch) < GROUP and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            is_busy = len(batch) > 1
            # All processes take their locks in this order, which prevents deadlocks.
            appends = sorted(
                ((work, done) for work, done in batch if isinstance(work, Append)),
                key=lambda one: (one[0].game, one[0].ply),
            )
            if appends:
                await self._append_all(appends)
            for work, done in batch:
                if not isinstance(work, Append):
                    await self._attempt(work, done)
            for _ in batch:
                self._waiting.task_done()

    async def _append_all(self, appends: list[tuple[Append, asyncio.Future[Any]]]) -> None:
        try:
            taken = await self._write([work for work, _ in appends])
        except IntegrityError:
            if len(appends) == 1:  # there is no such game
                _fail(appends[0][1], Conflict())
            for one in appends if len(appends) > 1 else ():
                await self._append_all([one])
            return
        except Exception as error:  # noqa: BLE001 - the caller that waits gets it
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
            result = await self.transaction(partial(self._run, job))
        except IntegrityError:
            _fail(done, Conflict())
        except Exception as error:  # noqa: BLE001 - the caller that waits gets it
            _fail(done, error)
        else:
            if not done.done():
                done.set_result(result)

    async def _write(self, appends: list[Append]) -> list[bool]:
        append = append_new if self.fence is None else partial(_append_admitted, fence=self.fence)
        return await self.transaction(partial(self._appending.run, partial(append, appends=appends)))

    async def _run(self, job: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        async with self._engine.begin() as connection:
            return await job(connection)

    async def transaction(self, write: Callable[[], Awaitable[T]]) -> T:
        """Run a write. All writes of this process use this method."""
        try:
            async with answered(self.within):
                result = await write()
        except (OperationalError, NoAnswer, MemoryError):
            self._lost.give_back()
            raise
        self.commits += 1
        return result


def _fail(done: asyncio.Future[Any], error: BaseException) -> None:
    if not done.done():
        done.set_exception(error)
        # Marks it as retrieved; otherwise asyncio would log an error if the caller is gone.
        done.exception()


def _append_admitted(connection: Connection, appends: list[Append], fence: Fence) -> list[bool]:
    admitted = fence.admitted(connection, appends)
    rest = [work for work, is_admitted in zip(appends, admitted, strict=True) if is_admitted]
    taken = iter(append_new(connection, rest) if rest else ())
    return [is_admitted and next(taken) for is_admitted in admitted]


def append_new(connection: Connection, appends: Sequence[Append]) -> list[bool]:
    """Append the actions that the log does not have yet; return for each whether it was appended.

    Actions of plans that their players have withdrawn are skipped. Raises IntegrityError if there is no such game.
    """
    plans = {work.ahead for work in appends if work.ahead is not None}
    if plans:
        # Lock the plans, so that a player who withdraws one at the same time waits for this transaction.
        query = select(moves_ahead.c.id).where(moves_ahead.c.id.in_(plans)).order_by(moves_ahead.c.id)
        kept = {None, *connection.execute(query.with_for_update()).scalars()}
        if not kept >= plans:
            rest = iter(append_new(connection, [work for work in appends if work.ahead in kept]))
            return [work.ahead in kept and next(rest) for work in appends]
    if not appends:
        return []
    append = _one_by_one if connection.dialect.name == "sqlite" else _together
    taken = append(connection, [_row(work) for work in appends])
    for is_taken, work in zip(taken, appends, strict=True):
        if is_taken and work.last:
            connection.execute(
                update(tables).where(tables.c.id == work.game).values(state="over", ended=work.at)
            )
            if work.scores:
                keep_results(connection, work.game, work.scores)
                _count_players(connection, work.game)
    return taken


def _count_players(connection: Connection, game: str) -> None:
    """Record the users who have finished a game on a user's board; imported games do not count."""
    finished = (
        select(own_boards.c.id, seats.c.user)
        .distinct()
        .select_from(
            tables.join(own_boards, own_boards.c.id == tables.c.ruleset).join(
                seats, seats.c.game == tables.c.id
            )
        )
        .where(tables.c.id == game, seats.c.user.is_not(None), seats.c.bot.is_(None))
    )
    insert = import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert(board_players)
    connection.execute(insert.from_select(["board", "user"], finished).on_conflict_do_nothing())


def keep_results(connection: Connection, game: str, found: Sequence[SeatScore]) -> None:
    """Write the results of a game, one row per seat, with the score of every seat in the order of the seats.

    Ranks and winners are the official ones (RUL-84). They are computed from the seats in the transaction that writes
    them, so a player who has just left does not count as having stayed. Existing results stay, except that missing
    columns are filled in.
    """
    query = select(seats.c.user, seats.c.bot, seats.c.away).where(seats.c.game == game).order_by(seats.c.seat)
    who = connection.execute(query).all()
    ends = seat_ends([one.rank for one in found], [seat.bot for seat in who], [seat.away for seat in who])
    rows = [
        asdict(one) | {"game": game, "user": seat.user, "bot": seat.bot, "rank": end.rank, "won": end.won}
        for one, seat, end in zip(found, who, ends, strict=True)
    ]
    connection.execute(_for_results(connection.dialect.name), rows)


def _one_by_one(connection: Connection, rows: list[tuple[Any, ...]]) -> list[bool]:
    driver: Any = connection.connection.driver_connection
    statement = _for_one()
    try:
        return [driver.execute(statement, row).rowcount == 1 for row in rows]
    except sqlite3.Error as error:
        raise DBAPIError.instance(statement, None, error, sqlite3.Error) from error


def _together(connection: Connection, rows: list[tuple[Any, ...]]) -> list[bool]:
    columns = dict(zip(COLUMNS, map(list, zip(*rows, strict=True)), strict=True))
    inserted = Counter(tuple(row) for row in connection.execute(_for_many(), columns))
    taken = []
    for row in rows:
        taken.append(inserted[row] > 0)
        inserted[row] -= taken[-1]
    return taken


@cache
def _for_one() -> str:
    """Return the statement for one action, with its values in the order of COLUMNS."""
    insert = sqlite.insert(actions).on_conflict_do_nothing()
    return str(insert.values({name: bindparam(name) for name in COLUMNS}).compile(dialect=sqlite.dialect()))


@cache
def _for_results(dialect: str) -> Insert:
    """Return the statement for results, which leaves existing ones and fills in their missing columns."""
    insert = import_module(f"sqlalchemy.dialects.{dialect}").insert(results)
    filled: Insert = insert.on_conflict_do_update(
        index_elements=[results.c.game, results.c.seat],
        set_={"held": insert.excluded.held},
        where=results.c.held.is_(None),
    )
    return filled


@cache
def _for_many() -> ReturningInsert[Any]:
    """Return the statement for a list of values of each column. It returns the appended rows."""
    columns = [actions.c[name] for name in COLUMNS]
    given = (func.unnest(bindparam(one.name, type_=postgresql.ARRAY(one.type))) for one in columns)
    insert = postgresql.insert(actions).from_select(COLUMNS, select(*given)).on_conflict_do_nothing()
    return insert.returning(*columns)
