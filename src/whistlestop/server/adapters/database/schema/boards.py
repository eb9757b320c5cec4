"""Boards that users have made."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, String, Table, Text

from .base import metadata

# Boards never change: another version is another row. The id contains a hash of owner and document. A game contains its
# board, so it needs no row.
own_boards = Table(
    "own_boards",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    # The board as data, as JSON.
    Column("document", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
)
