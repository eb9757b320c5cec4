"""The processes that share the database, and the games that each of them runs."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Table

from .base import metadata

# The processes that serve this database now. Numbers are never reused: a number is the fencing token of the process's
# writes. The other processes remove a process and its leases if it has not renewed its row in time, or if its
# connection `backend` has ended.
processes = Table(
    "processes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("backend", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

# The process that runs the bots, clocks and notifications of a game in progress.
leases = Table(
    "leases",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "process", Integer, ForeignKey("processes.number", ondelete="CASCADE"), nullable=False, index=True
    ),
)
