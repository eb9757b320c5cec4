"""Permissions at a table: which users can do what, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import barred_until

if TYPE_CHECKING:
    from whistlestop.server.domain.tables import Seat, TableRow


def removed() -> Refusal:
    """Return the refusal for a user whom the host has removed from a table."""
    return Refusal("removed", "The host has removed you from this table.")


def check_open(row: TableRow) -> None:
    """Refuse an action that is possible only before the game."""
    if row.state != "open":
        raise Refusal("already_started", "The game has already begun.")


def check_playing(row: TableRow) -> None:
    """Refuse an action that requires a game in progress."""
    if row.state == "open":
        raise Refusal("not_started", "The game has not begun yet.")
    if row.state == "over":
        raise Refusal("game_over", "The game is over.")


def check_host(row: TableRow, user: str | None) -> None:
    """Refuse an action that only the host may take."""
    if row.owner != user:
        raise Refusal("not_owner", "Only the host can do this.")


def check_listable(club: str | None) -> None:
    """Refuse to list a table of a club among the open tables."""
    if club is not None:
        raise Refusal("bad_request", "A table of a club cannot be listed among the open tables.")


def check_welcome(row: TableRow, user: str, removed_for: float) -> None:
    """Refuse a user whom the host removed less than `removed_for` seconds ago."""
    if barred_until(row, user, removed_for) is not None:
        raise removed()


def check_told(row: TableRow, seconds: int, now: int) -> None:
    """Refuse to start a game until players have had time to see the host's changes and leave.

    `seconds` is the time that they have; `now` is the time of the store.
    """
    others = any(seat.user not in {None, row.owner} for seat in row.seats)
    left = (row.changed or 0) + seconds * 1000 - now
    if others and left > 0:
        wait = -(-left // 1000)
        raise Refusal("too_soon", "Players have just been notified of a change. Wait a moment.", wait=wait)


def person_on(row: TableRow, seat: int) -> Seat:
    """Return the seat if a human player has it. Raises Refusal."""
    held = row.seats[seat] if seat < len(row.seats) else None
    if held is None or held.kind != "person":
        raise Refusal("bad_request", "Nobody sits in this seat.")
    return held


def other_person_on(row: TableRow, seat: int, user: str) -> Seat:
    """Return the seat if a human player other than the user has it. Raises Refusal."""
    held = row.seats[seat] if seat < len(row.seats) else None
    if held is None or held.kind != "person" or held.user in {None, user}:
        raise Refusal("bad_request", "No other person sits in this seat.")
    return held


def seat_before(row: TableRow, user: str, seat: int) -> Seat:
    """Return a seat that the host can change before the game. Raises Refusal."""
    check_host(row, user)
    check_open(row)
    if seat >= len(row.seats):
        raise Refusal("bad_request", "This seat does not exist.")
    return row.seats[seat]


def free_seat(row: TableRow, user: str, seat: int) -> Seat:
    """Return a free seat that the host can assign. Raises Refusal."""
    held = seat_before(row, user, seat)
    if held.kind != "open":
        raise Refusal("table_full", "This seat is taken.")
    return held
