"""Boards that users have made."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, SmallInteger, String, Table, Text

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
    # The board that it was made from, which may be gone; NULL: none, or unknown.
    Column("origin", String(64)),
)

# The boards in the gallery. `balance` tells how many faults games between bots found, by number of players, as JSON.
listed_boards = Table(
    "listed_boards",
    metadata,
    Column("board", String(32), ForeignKey("own_boards.id", ondelete="CASCADE"), primary_key=True),
    Column("listed", BigInteger, nullable=False, index=True),
    Column("balance", Text, nullable=False),
)

# The boards that members have offered to their clubs. Each is a copy with an id of its own, which only members can use,
# while everybody can use the id of one of the boards above. `least` and `most`: its numbers of players.
club_boards = Table(
    "club_boards",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("club", String(16), ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("owner", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("document", Text, nullable=False),
    Column("least", SmallInteger, nullable=False),
    Column("most", SmallInteger, nullable=False),
    Column("offered", BigInteger, nullable=False),
)

# The users who have finished a game on a board, and the stars that they give it. Only they can rate it.
board_players = Table(
    "board_players",
    metadata,
    Column("board", String(32), ForeignKey("own_boards.id", ondelete="CASCADE"), primary_key=True),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("stars", SmallInteger),
)
