"""Update the schema of a database with Alembic, which is imported only if necessary."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

if TYPE_CHECKING:
    from sqlalchemy import Connection

SCRIPTS = Path(__file__).parent / "migrations"


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


def upgrade(connection: Connection) -> None:
    """Update the schema to the current revision."""
    from alembic import command  # noqa: PLC0415 - takes a fifth of the start's time
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
