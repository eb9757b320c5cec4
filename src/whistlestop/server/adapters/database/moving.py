"""Move a database between SQLite and PostgreSQL: every row, completely or not at all, with a final comparison."""

from __future__ import annotations

import hashlib
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, func, insert, make_url, select, text
from sqlalchemy.exc import SQLAlchemyError

from whistlestop.server.adapters.database.database import DatabaseUnusable, lock, migrate
from whistlestop.server.adapters.database.migration import forget_older
from whistlestop.server.adapters.database.schema import metadata
from whistlestop.server.adapters.database.schema.processes import leases, processes

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, Select, Table

SOME = 1000
"""Number of rows written at a time."""
KEPT = [table for table in metadata.sorted_tables if table not in {processes, leases}]
"""All tables except those of running processes, ordered so that tables precede those that refer to them."""


class MoveFailed(Exception):
    """Nothing was moved. The message tells the host why, in one line."""


def move(source: str, target: str) -> dict[str, int]:
    """Copy everything from one database into an empty one, and compare; return the number of rows by table.

    No server may be using either. A target file is created if needed, and both schemas are updated. Raises MoveFailed.
    """
    try:
        with ExitStack() as stack:
            for url in (source, target):
                held = lock(url)
                if held is not None:
                    stack.callback(held.release)
                migrate(url)
            reading = stack.enter_context(_engine(source, stack).connect())
            if reading.execute(select(processes.c.number)).first() is not None:
                raise MoveFailed("servers use the database; stop them first")
            writing = stack.enter_context(_engine(target, stack).begin())
            forget_older(writing)  # the source contains this value, too
            filled = [table.name for table in KEPT if writing.execute(select(table).limit(1)).first()]
            if filled:
                raise MoveFailed(f"the target is not empty: it has {', '.join(filled)}")
            return {table.name: _copy(reading, writing, table) for table in KEPT}
    except DatabaseUnusable as error:
        raise MoveFailed(str(error)) from None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise MoveFailed(reason) from None


def _engine(url: str, stack: ExitStack) -> Engine:
    parsed = make_url(url)
    sqlite = parsed.get_backend_name() == "sqlite"
    engine = create_engine(parsed.set(drivername="sqlite") if sqlite else parsed)
    stack.callback(engine.dispose)
    return engine


def _copy(reading: Connection, writing: Connection, table: Table) -> int:
    postgresql = writing.dialect.name == "postgresql"
    if postgresql:  # no process is listening, and none should be notified
        writing.execute(text(f'alter table "{table.name}" disable trigger user'))
    with closing(reading.execute(_rows(table))) as rows:
        for some in rows.partitions(SOME):
            writing.execute(insert(table), [row._asdict() for row in some])
    if postgresql:
        writing.execute(text(f'alter table "{table.name}" enable trigger user'))
        column = table.autoincrement_column
        if column is not None:  # numbering continues from the old database
            newest = select(func.max(column)).scalar_subquery()
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            writing.execute(select(func.setval(sequence, func.coalesce(newest, 1), newest.is_not(None))))
    before, after = _sum(reading, table), _sum(writing, table)
    if before != after:
        raise MoveFailed(f"{table.name} differs after it was moved")
    return after[0]


def _rows(table: Table) -> Select[Any]:
    """Yield all rows of a table, in batches."""
    return select(table).execution_options(yield_per=SOME)


def _sum(connection: Connection, table: Table) -> tuple[int, int]:
    """Return the number of rows, and a checksum that does not depend on their order."""
    number, total = 0, 0
    for row in connection.execute(_rows(table)):
        number += 1
        total += int.from_bytes(hashlib.sha256(repr(tuple(row)).encode()).digest(), "big")
    return number, total % 2**256
