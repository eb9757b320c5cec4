"""Update the schema of a database with Alembic, which is imported only if necessary.

Servers of two versions can share a database while one replaces the other (docs/scaling.md). So, as far as possible,
steps of the schema only add tables and columns that old code does not use, and the database stores the oldest revision
of the code that can use it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, inspect, select, text

from whistlestop.server.adapters.database.schema.base import site
from whistlestop.server.imports import without

if TYPE_CHECKING:
    from sqlalchemy import Connection

SCRIPTS = Path(__file__).parent / "migrations"
OLDEST = "0026"
"""The oldest revision whose code can use the current schema. A step that does more than add tables, indexes of new
tables and optional columns raises it to its own revision, which a test checks."""
ROW = "oldest_revision"
"""The name of the site value that tells older versions OLDEST."""


def revisions() -> list[str]:
    """Return the revisions of the schema, oldest first; the last is the current one."""
    return sorted(path.name[1:5] for path in (SCRIPTS / "versions").glob("v[0-9][0-9][0-9][0-9]_*.py"))


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database; None if it has no schema yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(
        text("select version_num from alembic_version")
    ).scalar_one_or_none()
    return found


def is_usable(connection: Connection, revision: str) -> bool:
    """Return whether this version can use a database of a revision: a known or a compatible newer one."""
    if revision in revisions():
        return True
    oldest = _told(connection)
    return oldest is not None and oldest <= revisions()[-1]


def disturbs_others(connection: Connection, revision: str) -> bool:
    """Return whether the database is served by other processes of a revision that cannot use the current schema."""
    if (
        revision >= OLDEST
        or connection.dialect.name == "sqlite"
        or not inspect(connection).has_table("processes")
    ):
        return False  # a file has only one process, which holds its lock
    query = text("select count(*) from processes where expires > whistlestop_now()")
    return bool(connection.execute(query).scalar_one())


def upgrade(connection: Connection) -> None:
    """Update the schema to the current revision."""
    with without("pygments"):  # which its templates would load to color source code (5 MB)
        from alembic import command  # noqa: PLC0415 - takes a fifth of the start's time
        from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def tell_older(connection: Connection) -> None:
    """Store the oldest version that can use the current schema."""
    if _told(connection) != OLDEST:
        forget_older(connection)
        connection.execute(insert(site).values(name=ROW, value=OLDEST))


def forget_older(connection: Connection) -> None:
    """Delete the value that `tell_older` stores."""
    connection.execute(delete(site).where(site.c.name == ROW))


def _told(connection: Connection) -> str | None:
    found: str | None = connection.execute(
        select(site.c.value).where(site.c.name == ROW)
    ).scalar_one_or_none()
    return found
