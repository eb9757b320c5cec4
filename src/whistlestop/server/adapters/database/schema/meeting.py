"""What people say, and whom they mute."""

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
    # Where it was said; null: where the open tables are. No foreign key: tables and what was said at them are
    # forgotten each in their own time.
    Column("game", String(32)),
    # Who may read it: "all", "players", or "watchers" (for players when the game is over).
    Column("audience", String(8), nullable=False),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", SmallInteger),
    # One of the two: a text, or one of the phrases that each reader has in their language.
    Column("text", Text),
    Column("phrase", String(24)),
    # The address it came from, as a tag that only this site can make: what can be banned.
    Column("address", String(32), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    # When a moderator deleted it for everybody; the moderation log keeps its text.
    Column("deleted", BigInteger),
    CheckConstraint("audience in ('all', 'players', 'watchers')", name="audience"),
    Index("ix_messages_game_id", "game", "id"),
    # A number is never given twice, also when the newest was forgotten.
    sqlite_autoincrement=True,
)

mutes = Table(
    "mutes",
    metadata,
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("muted", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
