"""Keep a table in memory consistent with the database: replay its game when it is loaded, and catch up if in doubt."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import structlog

from whistlestop.errors import WhistlestopError
from whistlestop.server.domain import games
from whistlestop.server.domain.clock import Clock
from whistlestop.server.domain.games import played
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from whistlestop import Game
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.stops import Mark
    from whistlestop.server.domain.tables import HandOver, LoggedAction, TableRow
    from whistlestop.server.usecases.tables.table import Table


log = structlog.get_logger("whistlestop.table")


class Following:
    """Follows a game during replay, and builds its clock if the table has one."""

    def __init__(
        self, row: TableRow, store: Store, hand_overs: Iterable[HandOver] = (), marks: Iterable[Mark] = ()
    ) -> None:
        self.clock: Clock | None = None
        self._row = row
        self._store = store
        self._marks = marks
        self._hand_overs: dict[int, list[HandOver]] = defaultdict(list)
        for change in hand_overs:
            self._hand_overs[change.ply].append(change)

    def __call__(self, game: Game, line: LoggedAction | None) -> None:
        """Handle the start of the game (None) or an action."""
        if line is None:
            self.clock = begun(self._row, game, self._store, self._marks)
        if self.clock is None:
            return
        if line is not None:
            self.clock.acted(line.seat, line.at, game.to_act, game.due_since < game.version)
        for change in self._hand_overs[game.version]:
            self.clock.handed(change.seat, change.at, away=change.bot is not None)


def replayed(
    row: TableRow,
    logged: Iterable[LoggedAction],
    handed: Iterable[HandOver],
    store: Store,
    marks: Iterable[Mark] = (),
) -> tuple[Game | None, Clock | None]:
    """Return the game of a table and its clock, rebuilt from the log. Raises Refusal if this version cannot read it."""
    if row.header is None:
        return None, None
    following = Following(row, store, handed, marks)
    try:
        # Without a clock, nothing needs to follow the replay, and the engine alone can do it.
        game = games.load_game(row.header, logged, None if row.clock is None else following)
    except WhistlestopError as error:
        log.warning("game cannot be read", table=row.id[:6], ruleset=row.ruleset, error=error.code)
        raise Refusal("unreadable", "This game is stored, but this server cannot read it.") from None
    return game, following.clock


def begun(row: TableRow, game: Game, store: Store, marks: Iterable[Mark] = ()) -> Clock | None:
    """Return the clock of a game that has just begun."""
    if row.clock is None:
        return None
    people = [seat.kind == "person" for seat in row.seats]
    began = row.started if row.started is not None else row.created
    return Clock(row.clock, people, began, game.to_act, store.timeline, marks)


async def catch_up(table: Table) -> None:
    """Load the changes in the database that this process lacks. The caller holds the table's lock."""
    store = table.context.store
    row = await store.table(table.id)
    if row is None:
        raise Refusal("not_found", "This table does not exist.")
    if table.game is None and row.header is not None:
        logged = await store.log(table.id)
        handed = await store.hand_overs(table.id)
        marks = await store.marks(table.id) if row.clock is not None else []
        table.row = row
        game, clock = replayed(row, logged, handed, store, marks)
        table.remember(logged)
        table.take_game(game, clock, logged, handed)
    else:
        await _read_log(table)
        handed = await store.hand_overs(table.id) if table.clock is not None else []
        if table.clock is not None and len(handed) != table.clock.hand_overs:
            logged = await store.log(table.id)
            _, table.clock = replayed(table.row, logged, handed, store, table.clock.marks)
            table.delay(logged, handed)
        table.take_over(row)
        if table.clock is not None:
            mark_clock(table, await store.marks(table.id))
    table.doubtful = False


async def renew(table: Table) -> None:
    """Load changes that other processes may have written, before a decision that depends on them."""
    if table.context.store.shared:
        await refresh(table)


async def refresh(table: Table) -> None:
    """Handle a change that was not made through this object, such as one by another process."""
    await table.whole(_refresh(table))


async def _refresh(table: Table) -> None:
    async with table.lock:
        store = table.context.store
        before = (table.sequel, table.closes, table.decided)
        if table.row.tournament is not None:  # before the end of the game, so that viewers get both together
            table.decided = await store.decision(table.id)
        await catch_up(table)
        beside = await store.beside(table.id, table.row.state)
        table.sequel, table.closes = beside.sequel, beside.closes
        if (table.sequel, table.closes, table.decided) != before:
            table.tell_table()


async def read_marks(table: Table) -> None:
    """Handle a vacation, a pause or a look that this process has stored, or the end of one."""
    await table.whole(_read_marks(table))


async def _read_marks(table: Table) -> None:
    async with table.lock:
        mark_clock(table, await table.context.store.marks(table.id))


def mark_clock(table: Table, marks: Sequence[Mark]) -> None:
    """Set the vacations, pauses and looks that are on disk. The caller holds the table's lock."""
    if table.clock is not None and table.clock.mark(marks):
        if table.behind is not None:
            table.behind.mark_clock(marks)
        table.tell_table()
        table.context.changed(table)


async def read_on(table: Table, heard: Iterable[LoggedAction]) -> None:
    """Add actions that another process has played."""
    await table.whole(_read_on(table, heard))


async def _read_on(table: Table, heard: Iterable[LoggedAction]) -> None:
    async with table.lock:
        await _read_log(table, heard)


async def _read_log(table: Table, heard: Iterable[LoggedAction] = ()) -> None:
    """Add actions played in other processes; `heard` are actions that need no query."""
    newest = None
    for line in heard:
        newest = line.ply
        if line.ply == table.version + 1:
            _follow(table, line)
    if newest is None or newest > table.version:
        for line in await table.context.store.log(table.id, after=table.version):
            _follow(table, line)


def _follow(table: Table, line: LoggedAction) -> None:
    if table.game is not None:
        after = played(table.game, line.seat, line.action)
        table.remember([line])
        table.advance(after, line)
