"""The processes that share the database, and the games that each of them plays for."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Table

from .base import metadata

# The processes that serve this database now. A number is never given twice: it is the fencing token of what the
# process writes. One that has not renewed its row in time, or whose connection `backend` has ended, is removed by
# the others, and with it its leases.
processes = Table(
    "processes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("backend", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

# Which process plays for the bots of a game under way, and minds its clocks and notices.
leases = Table(
    "leases",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "process", Integer, ForeignKey("processes.number", ondelete="CASCADE"), nullable=False, index=True
    ),
)
