"""The results and reviews of finished games."""

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
    # NULL for a bot's own seat. If `user` and `bot` are set, a bot played for the person to the end. Rank and
    # won are the official ones (RUL-84), not those that follow from the score.
    Column("user", String(32), ForeignKey("users.id")),
    Column("bot", String(64)),
    Column("score", Integer, nullable=False),
    Column("rank", SmallInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    # The numbers that make up the score, by name, as JSON.
    Column("detail", Text, nullable=False),
    # The seat's routes and tickets at the end, as JSON (NULL: not computed yet).
    Column("held", Text),
    Index("ix_results_user", "user", "game"),
)

# Reviews of finished games. `format` is the version of the document (JSON).
reviews = Table(
    "reviews",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("format", String(32), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
)
