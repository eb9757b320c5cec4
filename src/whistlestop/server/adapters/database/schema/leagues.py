"""Leagues, and the players who signed up for their seasons. The divisions of a season are tournaments."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
)

from .base import metadata

leagues = Table(
    "leagues",
    metadata,
    Column("id", String(16), primary_key=True),
    # The organizer; null: their account was deleted.
    Column("owner", String(32), ForeignKey("users.id"), index=True),
    Column("name", String(64), nullable=False),
    Column("state", String(12), nullable=False),
    # The last season that has begun; 0 before the first.
    Column("season", SmallInteger, nullable=False),
    # server/domain/leagues.py, as JSON.
    Column("settings", Text, nullable=False),
    # The club whose members alone can see it. Not a foreign key: it stays hidden from others after the club is
    # deleted.
    Column("club", String(16), index=True),
    Column("made", BigInteger, nullable=False),
    # When the next season begins; null: a season is in progress, or none follows.
    Column("next", BigInteger),
    # Whether no season follows the one in progress.
    Column("closing", Boolean, nullable=False),
    Column("ended", BigInteger),
    # Increases with every change.
    Column("version", Integer, nullable=False),
    CheckConstraint("state in ('open', 'running', 'closed')", name="state"),
    Index("ix_leagues_state", "state", "made"),
)

league_members = Table(
    "league_members",
    metadata,
    Column("league", String(16), ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("user", String(32), ForeignKey("users.id"), primary_key=True, index=True),
    # The last season for which the player has signed up.
    Column("season", SmallInteger, nullable=False),
    # When they first joined.
    Column("since", BigInteger, nullable=False),
)
