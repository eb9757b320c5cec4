"""How tables and their seats are read from the database's rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import bindparam, select

from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.adapters.database.schema.tables import seats
from whistlestop.server.domain.clock_settings import ClockSettings
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
_settings_decoder = msgspec.json.Decoder(ClockSettings)


def seats_of(connection: Connection, games: Iterable[str]) -> dict[str, list[Seat]]:
    """The seats of these tables."""
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
            page=bool(row.shown),
            away=row.away,
            color=row.color,
        )
        held.setdefault(row.game, []).append(seat)
    return held


def table_row(row: Row[tuple[object, ...]], held: dict[str, list[Seat]]) -> TableRow:
    """A row of `tables` as a record, with the seats that are held there."""
    return TableRow(
        id=row.id,
        ruleset=row.ruleset,
        owner=row.owner,
        state=row.state,
        created=row.created,
        header=row.header,
        seats=tuple(held.get(row.id, ())),
        look=row.look,
        watch=row.watch,
        started=row.started,
        clock=_settings_decoder.decode(row.clock) if row.clock is not None else None,
        seed=row.seed,
        abandoned=row.abandoned,
        stand_in=row.stand_in,
        comes_back=row.comes_back,
        rematch_of=row.rematch_of,
        listed=row.listed,
        quick=row.quick,
        chat=row.chat,
        closed=row.closed,
        imported=row.imported,
        hints=row.hints,
        delay=row.delay,
        cancelled=row.cancelled,
        changed=row.changed,
    )
