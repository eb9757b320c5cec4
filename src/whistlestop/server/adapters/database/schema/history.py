"""What remains of games that are over."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
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

results = Table(
    "results",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    # NULL for a bot of its own. Where both are set, a bot played on for the person to the end. Rank and won are what
    # counts (RUL-84), not what the rules say of the score.
    Column("user", String(32), ForeignKey("users.id")),
    Column("bot", String(64)),
    Column("score", Integer, nullable=False),
    Column("rank", SmallInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    # The numbers that the score is made of, by name, as JSON.
    Column("detail", Text, nullable=False),
    # Routes and tickets that the seat had at the end, as JSON (NULL: not looked up yet).
    Column("held", Text),
    Index("ix_results_user", "user", "game"),
)

# What came of looking at every decision of a game that is over. `format` says in which form the document (JSON) is.
reviews = Table(
    "reviews",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("format", String(32), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
)
