"""The tables of the database, in what SQLite and PostgreSQL have in common (SQLAlchemy Core): a module for each area.

This package imports all of them, so `metadata` is always complete. Times are milliseconds since 1970 in UTC.
"""

from . import accounts, base, history, meeting, moderation, notices, processes, programs, tables
from .base import metadata

__all__ = [
    "accounts",
    "base",
    "history",
    "meeting",
    "metadata",
    "moderation",
    "notices",
    "processes",
    "programs",
    "tables",
]
