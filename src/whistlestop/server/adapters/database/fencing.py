"""Check, in a write's transaction, whether this process may still write to a game on a shared database.

The primary key `(game, ply)` prevents conflicting appends. It cannot detect that a seat was handed to a bot, that a
game was closed, or that a process was removed. These facts are read under locks, so that changes of them wait for the
transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import String, any_, bindparam, select
from sqlalchemy.dialects.postgresql import ARRAY

from whistlestop.server.adapters.database.schema.processes import leases, processes
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import BindParameter, Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.adapters.database.writer import Append

# The statements are built once and independent of the number of games, so that the database plans them only once.
_NUMBER: BindParameter[int] = bindparam("number")
_GAMES = any_(bindparam("games", type_=ARRAY(String)))
_HOLD = (
    select(processes.c.number).where(processes.c.number == _NUMBER).with_for_update(key_share=True, read=True)
)
_LOCK = (
    select(tables.c.id)
    .where(tables.c.id == _GAMES)
    .order_by(tables.c.id)
    .with_for_update(key_share=True, read=True)
)
_SEATS = (
    select(seats.c.game, seats.c.seat, seats.c.bot, leases.c.process)
    .join(tables, tables.c.id == seats.c.game)
    .outerjoin(leases, leases.c.game == seats.c.game)
    .where(seats.c.game == _GAMES, tables.c.state == "playing")
)
_LEASED = select(leases.c.game).where(leases.c.game == bindparam("game"), leases.c.process == _NUMBER)


class Fence:
    """The number of this process as a member; None while it is not a member, and therefore may not write to games."""

    def __init__(self) -> None:
        self.number: int | None = None

    def admitted(self, connection: Connection, appends: Sequence[Append]) -> list[bool]:
        """Return whether each action may be appended: its game is in progress, and its author still plays the seat.

        A bot's action also needs the lease of the game. Raises Refusal `unavailable` if this process is not a member.
        """
        games = {"games": sorted({work.game for work in appends})}
        self._hold(connection)
        connection.execute(_LOCK, games)
        found = {(row.game, row.seat): row for row in connection.execute(_SEATS, games)}
        admitted = []
        for work in appends:
            held = found.get((work.game, work.seat))
            leased = work.bot is None or (held is not None and held.process == self.number)
            admitted.append(held is not None and held.bot == work.bot and leased)
        return admitted

    def leased(self, connection: Connection, game: str) -> bool:
        """Return whether this process has the lease of a game, and lock the lease until the end of the transaction."""
        self._hold(connection)
        found = connection.execute(_LEASED, {"game": game, "number": self.number})
        return found.one_or_none() is not None

    def _hold(self, connection: Connection) -> None:
        """Lock the membership of this process until the end of the transaction; its removal must wait."""
        if connection.execute(_HOLD, {"number": self.number}).one_or_none() is None:
            raise Refusal(
                "unavailable", "The server has lost touch with the other servers. Try again in a moment."
            )


async def lock_table(connection: AsyncConnection, game: str) -> None:
    """Block other writes to a game until the end of the transaction.

    Not needed on SQLite, which has only one writer.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(tables.c.id).where(tables.c.id == game).with_for_update())
