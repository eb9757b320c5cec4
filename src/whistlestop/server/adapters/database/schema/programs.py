"""Tokens of programs that act for a user, the challenges that programs accept, and challenges to them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, ForeignKey, String, Table, Text, false

from .base import metadata

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    # SHA-256 of the token, which itself is not stored.
    Column("hash", String(64), nullable=False, unique=True),
    # Words separated by spaces.
    Column("scopes", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
    Column("used", BigInteger),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("challenger", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("bot", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("state", String(8), nullable=False),
    Column("start", Boolean, nullable=False, server_default=false()),
    Column("created", BigInteger, nullable=False),
    CheckConstraint("state in ('waiting', 'accepted', 'declined')", name="state"),
)

offers = Table(
    "program_offers",
    metadata,
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    # The person who runs the program, in their own words; empty: not stated.
    Column("owner", String(64), nullable=False),
    # Ids of boards and numbers of players, separated by spaces; empty: all.
    Column("rulesets", Text, nullable=False),
    Column("players", String(32), nullable=False),
)
