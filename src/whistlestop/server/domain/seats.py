"""Who has which seat and color at a table, and who may sit down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import Seat
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from whistlestop.server.domain.tables import TableRow

COLORS = 5
"""Colors that seats can have."""


def closed() -> Refusal:
    """Return the refusal for everybody at a table that a moderator has closed."""
    return Refusal("closed", "A moderator has closed this table.")


def cancelled() -> Refusal:
    """Return the refusal for everybody at a table that its host has canceled."""
    return Refusal("cancelled", "The host has canceled this table.")


def colors_of(chosen: Iterable[int | None]) -> list[int]:
    """Return the color of each seat: the chosen one, else that of its number, else a free one."""
    colors = list(chosen)
    for number in range(min(len(colors), COLORS)):
        if colors[number] is None and number not in colors:
            colors[number] = number
    free = iter([color for color in range(COLORS) if color not in colors])
    return [next(free, number % COLORS) if color is None else color for number, color in enumerate(colors)]


def free_color(row: TableRow, wanted: int | None) -> int | None:
    """Return the wanted color, or None if another player has chosen it and any free one will do."""
    return None if any(seat.color == wanted for seat in row.seats) else wanted


def gone(row: TableRow) -> Refusal | None:
    """Return why nobody can enter a table any more, or None if it is open."""
    if row.cancelled:
        return cancelled()
    return None if row.closed is None else closed()


def seats_of(row: TableRow, user: str | None) -> list[int]:
    """Return a user's seats; none for spectators who came by the link to watch."""
    return [] if user is None else [seat.seat for seat in row.seats if seat.user == user]


def seat_of(row: TableRow, user: str | None, wanted: int | None = None) -> int | None:
    """Return the seat from which a user sees the game: the wanted one if it is theirs, else their first."""
    if user is None:
        return None
    first = None
    for seat in row.seats:
        if seat.user == user:
            if wanted is None or seat.seat == wanted:
                return seat.seat
            first = seat.seat if first is None else first
    return first


def barred_until(row: TableRow, user: str | None, removed_for: float) -> int | None:
    """Return until when a removed user cannot sit down, for `removed_for` seconds; None: they can."""
    ends = [one.at + round(removed_for * 1000) for one in row.removed if one.user == user]
    return next((end for end in ends if end > now()), None)


def kept_for(row: TableRow, user: str | None) -> list[int]:
    """Return the open seats reserved for a user."""
    return [] if user is None else [seat.seat for seat in row.seats if seat.held_for == user]


def hints_allowed(row: TableRow) -> bool:
    """Return whether players may ask for hints: all have agreed, or one person plays against bots."""
    return row.hints or sum(seat.kind != "bot" for seat in row.seats) == 1


def is_free(seat: Seat) -> bool:
    """Return whether anybody may take a seat: it is not reserved for a user or for the holder of its invitation."""
    return seat.kind == "open" and seat.held_for is None and seat.invitation is None


def refitted(seats: Sequence[Seat], size: int) -> tuple[Seat, ...]:
    """Return so many seats with the same people in the same order.

    Seats of people and reserved seats stay; bots give way to them. Raises Refusal if they are too many.
    """
    staying = [seat for seat in seats if seat.kind == "person" or seat.held_for or seat.invitation]
    if len(staying) > size:
        raise Refusal("table_full", "More people sit here, or are expected, than there would be seats.")
    bots = [seat for seat in seats if seat.kind == "bot"][: size - len(staying)]
    kept = sorted([*staying, *bots], key=lambda seat: seat.seat)
    kept += [Seat(0, "open")] * (size - len(kept))
    return tuple(replace(seat, seat=number) for number, seat in enumerate(kept))
