"""Seats: colors, positions after a change or at a rematch, and the spectators' delay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.rematches import rematch_of
from whistlestop.server.domain.tables import (
    COLORS,
    LISTED_DELAY,
    Removal,
    Seat,
    TableRow,
    chosen_delay,
    colors_of,
    delay_of,
    is_free,
    refitted,
)

KINDS = st.lists(st.sampled_from(["person", "bot", "open", "kept", "invited"]), min_size=1, max_size=6)


def seats_of(kinds: list[str]) -> tuple[Seat, ...]:
    """Return seats of these kinds, each with a different person."""
    made = {
        "person": lambda seat: Seat(seat, "person", f"user{seat}", name=f"Name {seat}", color=seat % COLORS),
        "bot": lambda seat: Seat(seat, "bot", bot="random", label=f"character{seat}"),
        "open": lambda seat: Seat(seat, "open"),
        "kept": lambda seat: Seat(seat, "open", held_for=f"user{seat}", held_name=f"Name {seat}"),
        "invited": lambda seat: Seat(seat, "open", invitation=f"key{seat}"),
    }
    return tuple(made[kind](seat) for seat, kind in enumerate(kinds))


@given(KINDS)
def test_only_seats_that_wait_for_nobody_are_free(kinds: list[str]) -> None:
    assert [is_free(seat) for seat in seats_of(kinds)] == [kind == "open" for kind in kinds]


@given(
    st.lists(st.sampled_from(["person", "bot", "open", "held", "invited"]), min_size=1, max_size=6),
    st.integers(1, 6),
)
def test_people_keep_their_order_when_seats_are_refitted(given: list[str], size: int) -> None:
    seats = []
    for number, kind in enumerate(given):
        plain = "open" if kind in {"held", "invited"} else kind
        seat = Seat(number, plain, f"user{number}" if kind == "person" else None)
        held = f"user{number}" if kind == "held" else None
        seats.append(
            Seat(number, plain, seat.user, held_for=held, invitation="key" if kind == "invited" else None)
        )
    expected = [seat for seat in seats if seat.user or seat.held_for or seat.invitation]
    if len(expected) > size:
        with pytest.raises(Refusal) as refused:
            refitted(seats, size)
        assert refused.value.code == "table_full"
        return
    after = refitted(seats, size)
    assert [seat.seat for seat in after] == list(range(size))
    stay = [seat for seat in after if seat.user or seat.held_for or seat.invitation]
    assert [(one.user, one.held_for, one.invitation) for one in stay] == [
        (one.user, one.held_for, one.invitation) for one in expected
    ]
    assert sum(seat.kind == "bot" for seat in after) == min(given.count("bot"), size - len(expected))


PEOPLE = st.lists(st.sampled_from(["person", "bot"]), min_size=2, max_size=6).filter(
    lambda kinds: "person" in kinds
)


@given(PEOPLE, st.data())
def test_all_sit_one_seat_further_at_a_rematch(kinds: list[str], data: st.DataObject) -> None:
    seats = seats_of(kinds)
    host = data.draw(st.sampled_from([seat for seat in seats if seat.kind == "person"]))
    row = TableRow(
        "the-table",
        "usa",
        "somebody",
        "over",
        1,
        "{}",
        seats,
        started=2,
        seed="00" * 32,
        listed=True,
        abandoned=True,
        removed=(Removal("zoe", "Zoe", 3),),
    )
    again = rematch_of(row, str(host.user), 7)
    assert (again.state, again.owner, again.created, again.rematch_of) == ("open", host.user, 7, row.id)
    assert (again.header, again.started, again.listed, again.abandoned, again.removed) == (
        None,
        None,
        False,
        False,
        (),
    )
    assert len({again.id, again.watch, row.id, row.watch}) == 4
    assert again.seed not in {None, row.seed}
    colors = colors_of(seat.color for seat in seats)
    for seat in seats:
        after = again.seats[(seat.seat + 1) % len(seats)]
        assert after.color == colors[seat.seat]
        if seat.kind == "bot":
            assert (after.kind, after.bot, after.label) == ("bot", seat.bot, seat.label)
        elif seat.user == host.user:
            assert (after.kind, after.user, after.name) == ("person", seat.user, seat.name)
        else:
            assert (after.kind, after.held_for, after.held_name) == ("open", seat.user, seat.name)
    assert delay_of(replace(again, state="playing", seats=seats_of(["person"] * 2))) == LISTED_DELAY


@given(KINDS, st.sampled_from(["open", "playing", "over"]), st.booleans(), st.none() | st.integers(0, 900))
def test_spectators_see_later_what_people_play_with_each_other(
    kinds: list[str], state: str, listed: bool, delay: int | None
) -> None:
    row = TableRow("the-table", "usa", "ada", state, 0, None, seats_of(kinds), listed=listed, delay=delay)
    chosen = delay if delay is not None else LISTED_DELAY if listed else 0
    assert chosen_delay(row) == chosen
    assert delay_of(row) == (chosen if state == "playing" and kinds.count("person") > 1 else 0)


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
