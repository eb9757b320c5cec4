"""Reports, moderators' actions, and the list of moderators."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, Integer, String, Table, Text, UniqueConstraint

from .base import metadata

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    # Null: a player was reported at a table, without a message.
    Column("message", Integer),
    Column("game", String(32)),
    Column("reporter", String(32), nullable=False),
    Column("reported", String(32), nullable=False),
    Column("address", String(32), nullable=False),
    Column("reason", String(16), nullable=False),
    # The message and the ones before it, as JSON.
    Column("context", Text, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("done", BigInteger),
    # The reason: a "message", a "name" (the name at that time), "stalling" or "leaving".
    Column("about", String(16), nullable=False, server_default="message"),
    Column("name", String(64)),
    UniqueConstraint("message", "reporter", name="uq_reports_message"),
)

bans = Table(
    "bans",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    # A user's id, or the tag of an address.
    Column("subject", String(32), nullable=False),
    Column("reason", String(200), nullable=False),
    Column("at", BigInteger, nullable=False),
    # When it ends automatically (null: never), and when it was lifted.
    Column("until", BigInteger),
    Column("lifted", BigInteger),
    # "all": banned from everything; "chat": cannot write.
    Column("scope", String(8), nullable=False, server_default="all"),
    # The last known tag of a banned user's address; new users from this address must wait.
    Column("origin", String(32)),
    CheckConstraint("kind in ('user', 'address')", name="kind"),
)

# Warnings to users, including acknowledged ones.
warnings = Table(
    "warnings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user", String(32), nullable=False, index=True),
    Column("text", String(300), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seen", BigInteger),
)

moderators = Table(
    "moderators",
    metadata,
    Column("user", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

moderation = Table(
    "moderation",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    # A user's id; null: a command.
    Column("by", String(32)),
    Column("action", String(16), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("note", String(200), nullable=False),
    # The deleted text, or the text to a user.
    Column("detail", Text),
    sqlite_autoincrement=True,
)
