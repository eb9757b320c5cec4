"""Seats: each has a color of its own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from whistlestop.server.domain.seats import COLORS, colors_of
from whistlestop.server.domain.tables import Seat


@given(st.lists(st.none() | st.integers(0, COLORS - 1), min_size=1, max_size=COLORS))
def test_no_two_seats_have_one_color(wanted: list[int | None]) -> None:
    taken: set[int | None] = set()
    seats = []
    for number, color in enumerate(wanted):
        seats.append(Seat(number, "person", color=None if color in taken else color))
        taken.add(color)
    found = colors_of(seat.color for seat in seats)
    assert len(set(found)) == len(found)
    assert all(seat.color in {None, color} for seat, color in zip(seats, found, strict=True))
