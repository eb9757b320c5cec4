"""Channels for notifications, and the notifications."""

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
    UniqueConstraint,
    false,
)

from .base import metadata

# Channels through which users are notified: push subscriptions, e-mail addresses, webhooks, message services.
# `secret` is needed to send to a channel: a subscription's keys, the secret that signs a webhook's messages, or a
# token.
notice_ways = Table(
    "notice_ways",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("address", String(1000), nullable=False),
    Column("secret", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("active", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    # Whether nothing is sent until the owner confirms it, as another person may have added it.
    Column("suspended", Boolean, nullable=False, server_default=false()),
    CheckConstraint(
        "kind in ('push', 'mail', 'webhook', 'ntfy', 'gotify', 'discord', 'matrix')", name="kind"
    ),
    UniqueConstraint("user", "kind", "address", name="uq_notice_ways_address"),
)

# The outbox: notifications to send, to retry, and done. A row stays when it is done, so that the user is
# notified of each turn once: `seat` has a decision to make since version `since`. `way` is a channel above,
# or "host" (with seat -1): the game is over. With seat -2, `since` is the id of one of the events below.
notices = Table(
    "notices",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("since", Integer, primary_key=True, autoincrement=False),
    Column("way", String(32), primary_key=True),
    Column("due", BigInteger, nullable=False),
    Column("attempts", SmallInteger, nullable=False),
    Column("done", BigInteger),
    Index("ix_notices_due", "done", "due"),
)

# Notifications about tables, sent and shown on the page: each event once, by its `mark`. `name`: the player who
# caused it; `read` equals `at` if the user saw it happen.
notice_events = Table(
    "notice_events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("mark", Integer, nullable=False),
    Column("name", String(64)),
    Column("board", String(200), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("read", BigInteger),
    UniqueConstraint("user", "game", "kind", "mark", name="uq_notice_events_once"),
    sqlite_autoincrement=True,
)

# The kinds of events that a user wants, separated by spaces; no row: the defaults.
notice_wishes = Table(
    "notice_wishes",
    metadata,
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("kinds", String(200), nullable=False),
)
