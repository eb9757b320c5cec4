"""The tables of the database, for SQLAlchemy Core, within what SQLite and PostgreSQL share.

`actions` is the log, and the log is the game: its primary key (game, ply) decides every race. A ply is the
version of the game after the action, so the first action has ply 1. `command` is the id under which a client
sent the action; bots send none. Times are milliseconds since 1970 in UTC.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

site = Table(
    "site",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

users = Table(
    "users",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("ruleset", String(64), nullable=False),
    Column("owner", String(32), ForeignKey("users.id"), nullable=False, index=True),
    Column("state", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    # The record without its actions, as JSON. It holds the seed: it does not leave the server before the end.
    Column("header", Text),
    # Whether every player may look at his own stack (CARD-22).
    Column("look", Boolean, nullable=False, server_default=false()),
    # The key for those who watch; the id is the key for those who sit down.
    Column("watch", String(32), nullable=False, server_default=""),
    # Played elsewhere, and over when it came.
    Column("imported", Boolean, nullable=False, server_default=false()),
    CheckConstraint("state in ('open', 'playing', 'over')", name="state"),
    Index("ix_tables_state", "state"),
    Index("ix_tables_watch", "watch", unique=True),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("user", String(32), ForeignKey("users.id"), index=True),
    Column("bot", String(64)),
    # What a game from elsewhere calls the person, who is no user here.
    Column("name", String(64)),
    CheckConstraint("kind in ('person', 'bot', 'open')", name="kind"),
)

actions = Table(
    "actions",
    metadata,
    Column("game", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),
    Column("action", Text, nullable=False),
    Column("command", String(64)),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("game", "seat", "command", name="uq_actions_command"),
    sqlite_with_rowid=False,
)
