"""A table as one user sees it, made from what is stored and who is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.fairness import commitment
from whistlestop.server.clocks.messages import ClockInfo
from whistlestop.server.protocol import SeatInfo, ShuffleInfo, TableInfo
from whistlestop.server.store.store import iso
from whistlestop.server.tables.bots import bot_name
from whistlestop.server.tables.viewers import Presence

if TYPE_CHECKING:
    from whistlestop.server.clocks.messages import ClockTimes
    from whistlestop.server.store.store import TableRow

NOBODY = Presence()


def seat_of(row: TableRow, user: str | None) -> int | None:
    """Where a user sits; nowhere for those who came by the link to watch."""
    if user is None:
        return None
    return next((seat.seat for seat in row.seats if seat.user == user), None)


def table_info(
    row: TableRow,
    user: str | None,
    version: int,
    presence: Presence = NOBODY,
    times: ClockTimes | None = None,
    closes: int | None = None,
) -> TableInfo:
    """The table for a user. Whoever came by the link to watch (None) is not told the link to sit down."""
    return TableInfo(
        id=row.id if user is not None else row.watch,
        watch=row.watch,
        ruleset=row.ruleset,
        state=row.state,  # type: ignore[arg-type]
        owner=row.owner,
        you=seat_of(row, user),
        version=version,
        seats=[
            SeatInfo(
                seat.seat,
                seat.kind,  # type: ignore[arg-type]
                bot_name(seat.bot) if seat.kind == "bot" and seat.bot is not None else seat.name,
                seat.bot,
                seat.kind == "bot" or seat.user in presence.online,
                seat.program,
                seat.invitation is not None,
            )
            for seat in row.seats
        ],
        spectators=presence.spectators,
        created=iso(row.created),
        look=row.look,
        clock=ClockInfo(row.clock, times) if row.clock is not None else None,
        closes=None if closes is None else iso(closes),
        shuffle=None
        if row.seed is None
        else ShuffleInfo(commitment(bytes.fromhex(row.seed)), [seat.nonce for seat in row.seats]),
        watchers=list(presence.names),
        listed=row.listed,
        quick=row.quick,
        chat=row.chat,
    )
