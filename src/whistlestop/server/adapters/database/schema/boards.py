"""Boards that users have made."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, SmallInteger, String, Table, Text

from .base import metadata

# Boards never change: a changed board is a new row. The id contains a hash of owner and document. Games contain their
# board, so they do not need the row.
own_boards = Table(
    "own_boards",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(32), ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    # The board as data, as JSON.
    Column("document", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    # The board that this one was made from, which may have been deleted; NULL: none, or unknown.
    Column("origin", String(64)),
)

# The boards in the gallery. `balance`: the number of faults found by games between bots, by number of players, as
# JSON.
listed_boards = Table(
    "listed_boards",
    metadata,
    Column("board", String(32), ForeignKey("own_boards.id", ondelete="CASCADE"), primary_key=True),
    Column("listed", BigInteger, nullable=False, index=True),
    Column("balance", Text, nullable=False),
)

# The boards that members have offered to their clubs. Each is a copy with its own id, which only members can use,
# whereas anybody can use the id of a board above. `least` and `most`: its numbers of players.
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

# The users who have finished a game on a board, and their stars for it. Only they can rate it.
board_players = Table(
    "board_players",
    metadata,
    Column("board", String(32), ForeignKey("own_boards.id", ondelete="CASCADE"), primary_key=True),
    Column("user", String(32), ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("stars", SmallInteger),
)
