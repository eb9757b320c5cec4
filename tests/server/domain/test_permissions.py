"""Permissions at a table, by user and time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from whistlestop.server.domain import permissions
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import Removal, Seat, TableRow
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Callable

SEATS = (Seat(0, "person", "ada"), Seat(1, "open"), Seat(2, "bot", bot="random"), Seat(3, "person", "ben"))
ROW = TableRow("the-table", "usa", "ada", "open", 0, None, SEATS)
STATES = st.sampled_from(["open", "playing", "over"])


def refused(check: Callable[[], object]) -> str | None:
    """Return the error code of a refused operation, if any."""
    try:
        check()
    except Refusal as refusal:
        return refusal.code
    return None


@given(STATES)
def test_a_table_is_before_its_game_or_in_it_or_after_it(state: str) -> None:
    row = replace(ROW, state=state)
    assert refused(lambda: permissions.check_open(row)) == (None if state == "open" else "already_started")
    expected = {"open": "not_started", "playing": None, "over": "game_over"}[state]
    assert refused(lambda: permissions.check_playing(row)) == expected


@given(STATES, st.sampled_from(["ada", "ben", "zoe"]), st.integers(0, 31))
def test_only_the_host_changes_seats_and_only_before_the_game(state: str, user: str, seat: int) -> None:
    row = replace(ROW, state=state)
    code = refused(lambda: permissions.free_seat(row, user, seat))
    if user != "ada":
        assert code == "not_owner"
    elif state != "open":
        assert code == "already_started"
    elif seat >= len(SEATS):
        assert code == "bad_request"
    else:
        assert code == (None if SEATS[seat].kind == "open" else "table_full")
        assert permissions.seat_before(row, user, seat) == SEATS[seat]


@given(st.sampled_from(["ada", "ben", "zoe"]), st.integers(0, 31))
def test_people_are_found_on_their_seats(user: str, seat: int) -> None:
    held = SEATS[seat] if seat < len(SEATS) else None
    code = refused(lambda: permissions.person_on(ROW, seat))
    assert code == (None if held is not None and held.kind == "person" else "bad_request")
    other = refused(lambda: permissions.other_person_on(ROW, seat, user))
    assert other == (code if held is None or held.user != user else "bad_request")


@pytest.mark.parametrize(("ago", "code"), [(0, "removed"), (599, "removed"), (601, None)])
def test_who_was_removed_may_come_back_after_a_while(ago: int, code: str | None) -> None:
    row = replace(ROW, removed=(Removal("zoe", "Zoe", now() - ago * 1000),))
    assert refused(lambda: permissions.check_welcome(row, "zoe", 600)) == code
    assert refused(lambda: permissions.check_welcome(row, "ben", 600)) is None


@given(st.none() | st.integers(0, 30_000), st.integers(0, 30_000))
def test_a_host_waits_after_a_change_where_others_sit(changed: int | None, at: int) -> None:
    row = replace(ROW, changed=changed)
    waits = max(0, (changed or 0) + 10_000 - at)
    if waits:
        with pytest.raises(Refusal) as refused:
            permissions.check_told(row, 10, at)
        assert refused.value.code == "too_soon"
        assert waits <= refused.value.wait * 1000 < waits + 1000
    else:
        permissions.check_told(row, 10, at)
    permissions.check_told(replace(row, seats=SEATS[:3]), 10, at)
