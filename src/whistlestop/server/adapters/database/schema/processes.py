"""The processes that share the database, and the games that each of them runs."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Table

from .base import metadata

# The processes that serve this database now. A number is never used twice: it is the fencing token of the process's
# writes. The other processes remove one that has not renewed its row in time, or whose connection `backend` has ended,
# with its leases.
processes = Table(
    "processes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("backend", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

# Which process runs the bots, clocks and notifications of a game in progress.
leases = Table(
    "leases",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "process", Integer, ForeignKey("processes.number", ondelete="CASCADE"), nullable=False, index=True
    ),
)
