"""The tables of the database, in the common subset of SQLite and PostgreSQL (SQLAlchemy Core), one module per area.

This package imports all modules, so `metadata` is always complete. Times are milliseconds since 1970 in UTC.
"""

from . import (
    accounts,
    base,
    boards,
    clubs,
    friends,
    history,
    leagues,
    meeting,
    moderation,
    notices,
    processes,
    programs,
    studies,
    tables,
    tournaments,
)
from .base import metadata

__all__ = [
    "accounts",
    "base",
    "boards",
    "clubs",
    "friends",
    "history",
    "leagues",
    "meeting",
    "metadata",
    "moderation",
    "notices",
    "processes",
    "programs",
    "studies",
    "tables",
    "tournaments",
]
