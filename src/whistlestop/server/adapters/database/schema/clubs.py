"""Clubs and their members."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
)

from .base import metadata

clubs = Table(
    "clubs",
    metadata,
    Column("id", String(16), primary_key=True),
    # Not unique: otherwise the name of a private club could be guessed.
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    # The language of the club, as a code; null: any.
    Column("language", String(8)),
    # Whether all users can find the club and ask to join; otherwise only its members know that it exists.
    Column("open", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False),
    # The key of the invitation link, and when it expires.
    Column("link", String(32)),
    Column("link_ends", BigInteger),
    # Increases with every change of the club and its members, so that processes know when to reload it.
    Column("version", Integer, nullable=False),
    Index("ix_clubs_link", "link", unique=True),
    Index("ix_clubs_open", "open", "made"),
)

# One row for a club and a user: a membership, a request to join, or a removal, after which the user cannot ask again.
club_members = Table(
    "club_members",
    metadata,
    Column("club", String(16), ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("role", String(12), nullable=False),
    # When they joined, asked, or were removed.
    Column("since", BigInteger, nullable=False),
    CheckConstraint("role in ('owner', 'organizer', 'member', 'asking', 'removed')", name="role"),
)
