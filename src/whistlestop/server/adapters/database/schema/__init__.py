"""The tables of the database, for SQLAlchemy Core, within what SQLite and PostgreSQL share: a module for each area.

This package loads all of them, so `metadata` is whole wherever one of them is used. Times are milliseconds since
1970 in UTC.
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
