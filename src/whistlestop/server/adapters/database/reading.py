"""Read a table and its game in one transaction, with everything needed to load it into memory.

The statements are built once, since building one takes longer than executing it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import and_, bindparam, func, select

from whistlestop.server.adapters.database.clock_stops import marks_of
from whistlestop.server.adapters.database.rows import seats_of, table_row
from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.tables import (
    actions,
    hand_overs,
    idle,
    removals,
    seats,
    tables,
)
from whistlestop.server.adapters.database.schema.tournaments import tournament_tables
from whistlestop.server.domain.tables import HandOver, LoggedAction, Removal, TableRow
from whistlestop.server.domain.times import iso
from whistlestop.server.domain.tournaments import Corrected
from whistlestop.server.messages.corrections import CorrectionInfo

if TYPE_CHECKING:
    from sqlalchemy import BindParameter, Connection

    from whistlestop.server.domain.stops import Mark

_corrected = msgspec.json.Decoder(Corrected).decode
_GAME: BindParameter[str] = bindparam("game")
_TABLE = select(tables).where(tables.c.id == _GAME)
_REMOVED = (
    select(removals.c.user, users.c.name, removals.c.at)
    .join(users, users.c.id == removals.c.user)
    .where(removals.c.game == _GAME)
    .order_by(removals.c.at)
)
_LOG = (
    select(actions.c.ply, actions.c.seat, actions.c.action, actions.c.command, actions.c.at)
    .where(actions.c.game == _GAME, actions.c.ply > bindparam("after"))
    .order_by(actions.c.ply)
)
_HAND_OVERS = (
    select(hand_overs.c.ply, hand_overs.c.seat, hand_overs.c.bot, hand_overs.c.at)
    .where(hand_overs.c.game == _GAME)
    .order_by(hand_overs.c.id)
)
_CLOSES = select(idle.c.closes).where(
    idle.c.game == _GAME,
    func.coalesce(select(func.max(actions.c.at)).where(actions.c.game == _GAME).scalar_subquery(), 0)
    < idle.c.warned,
)
_CORRECTION = select(tournament_tables.c.correction).where(
    tournament_tables.c.game == _GAME, tournament_tables.c.correction.is_not(None)
)
_ARBITER = (
    select(users.c.name, seats.c.seat)
    .outerjoin(seats, and_(seats.c.user == users.c.id, seats.c.game == _GAME))
    .where(users.c.id == bindparam("user"))
)
_SEQUEL = select(tables.c.id).where(tables.c.rematch_of == _GAME)


class StoredTable(msgspec.Struct, frozen=True):
    """A table with everything that a process needs to load it."""

    row: TableRow
    log: list[LoggedAction]
    hand_overs: list[HandOver]
    beside: Beside
    marks: list[Mark]
    decided: CorrectionInfo | None = None


class Beside(msgspec.Struct, frozen=True):
    """Data in addition to a table: its rematch, and when it will be closed if nobody continues the game."""

    sequel: TableRow | None = None
    closes: int | None = None


def stored_table(connection: Connection, game: str) -> StoredTable | None:
    """Return a table with its game, or None if there is none with this id."""
    row = table_of(connection, game)
    if row is None:
        return None
    return StoredTable(
        row,
        log_of(connection, game) if row.header is not None else [],
        hand_overs_of(connection, game) if row.clock is not None else [],
        beside(connection, game, row.state),
        marks_of(connection, game) if row.clock is not None else [],
        decision_of(connection, game) if row.tournament is not None else None,
    )


def decision_of(connection: Connection, game: str) -> CorrectionInfo | None:
    """Return the decision of an arbiter about a game of a tournament, or None."""
    found = connection.execute(_CORRECTION, {"game": game}).scalar_one_or_none()
    if found is None:
        return None
    note = _corrected(found)
    arbiter = connection.execute(_ARBITER, {"game": game, "user": note.by}).first()
    name, seat = (None, None) if arbiter is None else arbiter
    return CorrectionInfo(name, note.reason, iso(note.at), seat is not None)


def table_of(connection: Connection, game: str) -> TableRow | None:
    """Return the row of a table with its seats, or None if there is none with this id."""
    row = connection.execute(_TABLE, {"game": game}).one_or_none()
    if row is None:
        return None
    found = table_row(row, seats_of(connection, [game]))
    if found.state != "open":
        return found
    removed = [Removal(*line) for line in connection.execute(_REMOVED, {"game": game})]
    return msgspec.structs.replace(found, removed=tuple(removed))


def log_of(connection: Connection, game: str, after: int = 0) -> list[LoggedAction]:
    """Return the actions of a game in order, those after version `after`."""
    return [LoggedAction(*row) for row in connection.execute(_LOG, {"game": game, "after": after})]


def hand_overs_of(connection: Connection, game: str) -> list[HandOver]:
    """Return the hand-overs of a game in order."""
    return [HandOver(*row) for row in connection.execute(_HAND_OVERS, {"game": game})]


def beside(connection: Connection, game: str, state: str) -> Beside:
    """Return the additional data of a table in this state."""
    if state == "playing":
        return Beside(closes=connection.execute(_CLOSES, {"game": game}).scalar_one_or_none())
    if state == "over":
        sequel = connection.execute(_SEQUEL, {"game": game}).scalar_one_or_none()
        return Beside(sequel=None if sequel is None else table_of(connection, sequel))
    return Beside()
