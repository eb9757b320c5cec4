"""Friends, and which of them are online."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, String, Table

from .base import metadata

# One row for two accounts, so that simultaneous requests make one friendship. `low` is the smaller id by code
# points, which the database does not check: it may sort by the rules of a language.
friendships = Table(
    "friendships",
    metadata,
    Column("low", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("high", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True),
    # The user who sent the request.
    Column("asker", String(32), nullable=False),
    Column("asked", BigInteger, nullable=False),
    # When they became friends; null: the request is waiting.
    Column("since", BigInteger),
    CheckConstraint("asker in (low, high)", name="asker"),
)

# Accounts that show their friends when they are online, and when they last were. Old rows are deleted within minutes.
presences = Table(
    "presences",
    metadata,
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
