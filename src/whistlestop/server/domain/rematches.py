"""The next table for the same players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from whistlestop.fairness import new_seed
from whistlestop.server.domain.tables import Seat, chosen_delay, colors_of, new_key, seats_of

if TYPE_CHECKING:
    from whistlestop.server.domain.tables import TableRow


def rematch_of(row: TableRow, user: str, at: int) -> TableRow:
    """Return a copy of the table: seats move on by one, `user` is seated, and seats are reserved for the others."""
    yours = seats_of(row, user)
    kept = [
        replace(seat, color=color)
        for seat, color in zip(row.seats, colors_of(seat.color for seat in row.seats), strict=True)
    ]
    seats = [_seat(seat, (seat.seat + 1) % len(row.seats), taken=seat.seat in yours) for seat in kept]
    return replace(
        row,
        id=new_key(),
        watch=new_key(),
        owner=user,
        state="open",
        created=at,
        header=None,
        seats=tuple(sorted(seats, key=lambda seat: seat.seat)),
        started=None,
        seed=new_seed().hex(),
        listed=False,
        quick=False,
        abandoned=False,
        rematch_of=row.id,
        changed=None,
        delay=chosen_delay(row),
        removed=(),
        tournament=None,
    )


def _seat(seat: Seat, place: int, *, taken: bool) -> Seat:
    if seat.kind == "bot":
        return Seat(place, "bot", bot=seat.bot, label=seat.label, color=seat.color)
    if taken:
        return Seat(
            place,
            "person",
            seat.user,
            name=seat.name,
            program=seat.program,
            label=seat.label,
            page=seat.page,
            color=seat.color,
        )
    return Seat(place, "open", label=seat.label, held_for=seat.user, held_name=seat.name, color=seat.color)
