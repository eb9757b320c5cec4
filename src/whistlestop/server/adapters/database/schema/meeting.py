"""Chat messages and blocks."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
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

messages = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True),
    # The table at which it was written, or a room; null: the page of open tables. Not a foreign key, since tables
    # and messages are deleted at different times.
    Column("game", String(32)),
    # The users who may read it: "all", "players", or "watchers" (players only after the game).
    Column("audience", String(8), nullable=False),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", SmallInteger),
    # Exactly one of the two is set: a text, or a phrase that readers see in their own language.
    Column("text", Text),
    Column("phrase", String(24)),
    # The tag of the sender's address, which only this site can compute; it can be banned.
    Column("address", String(32), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    # When a moderator deleted it for all users; the moderation log keeps its text.
    Column("deleted", BigInteger),
    CheckConstraint("audience in ('all', 'players', 'watchers')", name="audience"),
    Index("ix_messages_game_id", "game", "id"),
    # Numbers are never reused, even if the newest row was deleted.
    sqlite_autoincrement=True,
)

# Users whom another user has blocked: their messages are hidden, and the two cannot be friends. `blocked` may be a
# guest who is not stored.
blocks = Table(
    "blocks",
    metadata,
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
