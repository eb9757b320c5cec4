"""Append actions of any number of games to the log in one transaction, except those that it already has.

The statements are built once. SQLite gets the actions one by one: a call of its driver costs less than finding out
which rows one statement has left out. PostgreSQL gets all in one statement, because each is a network round trip.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import bindparam, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from whistlestop.server.adapters.database.results import keep_results
from whistlestop.server.adapters.database.schema.tables import actions, tables
from whistlestop.server.domain.games import SeatScore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection
    from sqlalchemy.sql.dml import ReturningInsert

COLUMNS = ("game", "ply", "seat", "action", "command", "at")
_row = attrgetter(*COLUMNS)


class Append(msgspec.Struct, frozen=True):
    """One action for the log. `last` ends the game in the same transaction, which stores its `scores`, too.

    `bot`: the bot that chose it; None: the player of the seat.
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


def append_new(connection: Connection, appends: Sequence[Append]) -> list[bool]:
    """Append the actions that the log does not have yet; return for each whether it was appended.

    Raises IntegrityError if there is no such game.
    """
    append = _one_by_one if connection.dialect.name == "sqlite" else _together
    taken = append(connection, [_row(work) for work in appends])
    for is_taken, work in zip(taken, appends, strict=True):
        if is_taken and work.last:
            connection.execute(
                update(tables).where(tables.c.id == work.game).values(state="over", ended=work.at)
            )
            if work.scores:
                keep_results(connection, work.game, work.scores)
    return taken


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
def _for_many() -> ReturningInsert[Any]:
    """Return the statement for a list of values of each column. It returns the appended rows."""
    columns = [actions.c[name] for name in COLUMNS]
    given = (func.unnest(bindparam(one.name, type_=postgresql.ARRAY(one.type))) for one in columns)
    insert = postgresql.insert(actions).from_select(COLUMNS, select(*given)).on_conflict_do_nothing()
    return insert.returning(*columns)
