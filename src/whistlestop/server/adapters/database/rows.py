"""Convert tables and their seats from rows of the database and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import bindparam, select

from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.tables import Seat, TableRow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Row

_kept = users.alias()
_SEATS = (
    select(seats, users.c.name, users.c.is_bot, _kept.c.name.label("held_name"), accounts.c.shown)
    .outerjoin(users, users.c.id == seats.c.user)
    .outerjoin(accounts, accounts.c.user == seats.c.user)
    .outerjoin(_kept, _kept.c.id == seats.c.held_for)
    .where(seats.c.game.in_(bindparam("games", expanding=True)))
    .order_by(seats.c.game, seats.c.seat)
)
_COLUMNS = [name for name in TableRow.__struct_fields__ if name in tables.c]
clock_of = msgspec.json.Decoder(ClockSettings).decode
"""Return the settings of a stored clock."""


def is_row(number: int) -> bool:
    """Return whether this can be the number of a row in a table with numbered rows."""
    return 0 < number < 2**31


def seats_of(connection: Connection, games: Iterable[str]) -> dict[str, list[Seat]]:
    """Return the seats of these tables."""
    held: dict[str, list[Seat]] = {}
    for row in connection.execute(_SEATS, {"games": list(games)}):
        seat = Seat(
            row.seat,
            row.kind,
            row.user,
            row.bot,
            name=(row.label or row.name) if row.kind == "person" else None,
            nonce=row.nonce,
            program=bool(row.is_bot),
            invitation=row.invitation,
            label=row.label,
            held_for=row.held_for,
            held_name=(row.label or row.held_name) if row.held_for is not None else None,
            agreed=row.agreed,
            hints=row.hints,
            pause=row.pause,
            page=bool(row.shown),
            away=row.away,
            color=row.color,
        )
        held.setdefault(row.game, []).append(seat)
    return held


def table_row(row: Row[tuple[object, ...]], held: dict[str, list[Seat]]) -> TableRow:
    """Return a row of `tables` as a record, with its seats."""
    stored = {name: getattr(row, name) for name in _COLUMNS}
    if row.clock is not None:
        stored["clock"] = clock_of(row.clock)
    return TableRow(seats=tuple(held.get(row.id, ())), **stored)


def columns_of(row: TableRow) -> dict[str, Any]:
    """Return the values of a table for the columns of `tables`."""
    columns = {name: getattr(row, name) for name in _COLUMNS}
    if row.clock is not None:
        columns["clock"] = msgspec.json.encode(row.clock).decode()
    return columns
