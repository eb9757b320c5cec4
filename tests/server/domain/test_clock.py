"""Clocks: a seat's time after its turns and after outages."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlestop.server.domain.clock import Clock, ClockSettings, Event, Times, follow, remaining
from whistlestop.server.domain.stops import Look, Standing, Stop
from whistlestop.server.domain.times import Timeline

LIVE = ClockSettings("live", 10, 2)
EACH_TURN = ClockSettings("turn", 10)
WITH_BANK = ClockSettings("turn", 10, bank=5)
HOUR = 3_600_000
MINUTE = 60_000
WAITS = ClockSettings("turn", 3600, bank=1800, waits=True)


def on_time(rules: ClockSettings, *moves: tuple[int, int, tuple[int, ...], bool]) -> Clock:
    """Return the clock of two people after moves of (seat, milliseconds, next seat, whether sealed)."""
    clock = Clock(rules, [True, True], 0, (0, 1), Timeline(lambda: 0, lambda: 0))
    for seat, at, to_act, sealed in moves:
        clock.acted(seat, at, to_act, sealed)
    return clock


def test_all_choose_at_once_and_then_in_turn() -> None:
    opening = on_time(LIVE, (0, 1000, (1,), True))
    assert opening.told(3000).left == [11_000, 7000]  # two seconds for choosing
    assert opening.told(3000).running == [1]
    # The last player to choose has the first turn, which is a new turn.
    turn = on_time(LIVE, (0, 1000, (1,), True), (1, 3000, (1,), False))
    assert turn.told(4000).left == [11_000, 8000]
    # A turn of two actions is one turn.
    half = on_time(LIVE, (0, 1000, (1,), True), (1, 3000, (1,), False), (1, 4000, (1,), False))
    assert half.told(4000).left == [11_000, 8000]
    whole = on_time(
        LIVE, (0, 1000, (1,), True), (1, 3000, (1,), False), (1, 4000, (1,), False), (1, 5000, (0,), False)
    )
    assert whole.told(6000).left == [10_000, 9000]
    assert whole.zero() == 16_000
    assert whole.out_of_time(15_999) == []
    assert whole.out_of_time(16_000) == [0]


def test_every_turn_begins_anew() -> None:
    clock = on_time(EACH_TURN, (0, 1000, (1,), True), (1, 9000, (1,), False), (1, 12_000, (1,), False))
    assert clock.told(12_000).left == [9000, 7000]  # both actions of a turn have the same ten seconds
    clock.acted(1, 14_000, (0,), False)
    assert clock.told(15_000).left == [9000, 5000]


def test_long_turns_use_up_the_bank() -> None:
    clock = on_time(WITH_BANK, (0, 1000, (1,), True), (1, 9000, (1,), False))
    assert clock.told(9000).left == [14_000, 15_000]  # the opening took less than a turn may
    clock.acted(1, 21_000, (0,), False)  # 12 seconds
    assert clock.told(21_000).left == [15_000, 3000]
    clock.acted(0, 22_000, (1,), False)
    assert clock.told(22_000).left == [14_000, 13_000]
    assert clock.zero() == 35_000
    clock.handed(1, 35_000, away=True)
    clock.acted(1, 35_000, (0,), False)
    clock.acted(0, 36_000, (1,), False)
    clock.handed(1, 36_000, away=False)
    assert clock.told(36_000).left == [14_000, 10_000]  # nothing is left of the bank


def test_a_bank_is_for_turns() -> None:
    with pytest.raises(ValueError, match="bank"):
        ClockSettings("live", 10, bank=5)


banks = st.builds(
    lambda seconds, bank: ClockSettings("turn", seconds, bank=bank), st.integers(1, 9), st.integers(0, 9)
)
lengths = st.lists(st.integers(0, 20_000), min_size=1, max_size=20)


@given(banks, lengths)
def test_a_seat_runs_out_when_the_excess_of_its_turns_reaches_the_bank(
    rules: ClockSettings, turns: list[int]
) -> None:
    """Seat 0 has turns of these milliseconds; seat 1 answers immediately."""
    clock, at, excess = on_time(rules, (0, 0, (1,), True), (1, 0, (0,), False)), 0, 0
    for turn in turns:
        zero = at + (rules.seconds + (rules.bank or 0)) * 1000 - excess
        assert clock.zero() == zero
        at += turn
        assert clock.out_of_time(at) == ([0] if at >= zero else [])
        if at >= zero:
            return
        excess += max(0, turn - rules.seconds * 1000)
        clock.acted(0, at, (1,), False)
        clock.acted(1, at, (0,), False)


def test_who_comes_back_has_time_but_only_once_a_bot_has_played() -> None:
    clock = on_time(LIVE, (1, 1000, (0,), True))
    clock.handed(0, 10_000, away=True)
    assert clock.told(99_000).left == [0, 11_000]
    assert clock.told(99_000).running == []
    clock.handed(0, 99_000, away=False)
    assert clock.out_of_time(99_000) == [0]
    clock.handed(0, 99_500, away=True)
    clock.acted(0, 100_000, (1,), False)
    clock.handed(0, 101_000, away=False)
    assert clock.told(101_000).left == [10_000, 10_000]


def test_an_outage_is_given_back_whenever_it_is_found() -> None:
    timeline = Timeline(lambda: 0, lambda: 0)
    clock = Clock(LIVE, [True, False], 0, (0,), timeline)
    clock.acted(1, 5000, (0,), False)
    assert clock.told(9000).left == [1000, None]
    timeline.add([(2000, 4000), (6000, 7500)])
    assert clock.told(9000).left == [4500, None]
    timeline.add([(3000, 6500)])
    assert clock.told(9000).left == [6500, None]  # from 2000 to 7500 nobody could play


spans = st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 3000)), max_size=12).map(
    lambda given: [(began, began + length) for began, length in given]
)


@given(spans, st.lists(st.integers(0, 15_000), min_size=2, max_size=8))
def test_served_time_leaves_out_exactly_the_outages(outages: list[tuple[int, int]], times: list[int]) -> None:
    timeline = Timeline(lambda: 0, lambda: 0)
    for number in range(0, len(outages), 3):
        timeline.add(outages[number : number + 3])
    out = {moment for began, ended in outages for moment in range(began, ended)}
    for at in times:
        assert timeline.served(at) == at - len([moment for moment in out if moment < at])


events = st.lists(
    st.tuples(st.integers(0, 5000), st.sets(st.integers(0, 2)), st.none() | st.integers(0, 2)), max_size=20
)


@given(st.sampled_from([LIVE, EACH_TURN]), events, spans)
def test_nobody_gains_or_loses_time(
    rules: ClockSettings, happened: list[tuple[int, set[int], int | None]], outages: list[tuple[int, int]]
) -> None:
    """A seat's time is what it was given minus what it used; outages can only add to it."""
    log, at = [Event(0, frozenset({0, 1, 2}))], 0
    for after, due, ended in happened:
        at += after
        log.append(Event(at, frozenset(due), ended))
    timeline = Timeline(lambda: 0, lambda: 0)
    timeline.add(outages)
    plain = remaining(rules, 3, log, lambda moment: moment)
    kind = remaining(rules, 3, log, timeline.served)
    gains = [sum(event.ended == seat for event in log) * rules.increment * 1000 for seat in range(3)]
    for seat in range(3):
        assert 0 <= plain.left[seat] <= kind.left[seat] <= 10_000 + gains[seat]
        used = sum(later.at - event.at for event, later in pairwise(log) if seat in event.due)
        if plain.left[seat] > 0 and used < 10_000:
            assert plain.left[seat] == 10_000 - used + gains[seat]
    rest = (kind.banks, kind.waits, kind.turns)
    later = follow(rules, kind, Event(0, frozenset()), -5000)  # an earlier check must not take time back
    assert later == Times(kind.left, frozenset(), kind.since, *rest)


def test_a_vacation_stops_one_clock_and_a_pause_all() -> None:
    clock = on_time(EACH_TURN, (0, 1000, (1,), True))
    assert clock.mark([Stop(1, 2000, 50_000)])
    assert not clock.mark([Stop(1, 2000, 50_000)])
    assert clock.told(40_000).left == [9000, 8000]
    assert clock.told(40_000).running == []
    assert clock.zero() == 58_000
    assert (clock.told(51_000).left, clock.told(51_000).running) == ([9000, 7000], [1])
    assert clock.out_of_time(57_999) == []
    assert clock.out_of_time(58_000) == [1]
    assert (clock.vacations(49_999), clock.vacations(50_000)) == ({1: 50_000}, {})
    clock.acted(1, 3000, (0,), False)  # players can move during a vacation
    assert (clock.told(4000).left, clock.told(4000).running) == ([9000, 8000], [0])
    # A pause stops the other clock, too, and ends early.
    clock.mark([Stop(1, 2000, 50_000), Stop(None, 5000, 90_000)])
    assert (clock.paused(6000), clock.next_end(6000), clock.zero()) == (90_000, 50_000, 98_000)
    assert clock.told(6000).running == []
    clock.mark([Stop(1, 2000, 50_000), Stop(None, 5000, 7000)])
    assert (clock.paused(7000), clock.zero()) == (None, 15_000)


def test_an_outage_during_a_vacation_is_given_back_once() -> None:
    timeline = Timeline(lambda: 0, lambda: 0)
    clock = Clock(LIVE, [True, True], 0, (0,), timeline)
    clock.mark([Stop(0, 4000, 20_000)])
    timeline.add([(3000, 6000)])
    assert clock.told(21_000).left == [6000, 10_000]  # used: three seconds before, and one after
    timeline.add([(10_000, 12_000)])
    assert clock.told(21_000).left == [6000, 10_000]
    timeline.add([(20_500, 21_000)])
    assert clock.told(21_000).left == [6500, 10_000]
    zero = clock.zero()
    assert zero is not None
    assert timeline.served(27_500) == zero


stops = st.lists(
    st.tuples(st.none() | st.integers(0, 2), st.integers(0, 12_000), st.integers(0, 9000)), max_size=8
).map(lambda found: [Stop(seat, began, began + length) for seat, began, length in found])


@given(st.sampled_from([LIVE, EACH_TURN]), events, spans, stops)
def test_time_runs_exactly_outside_stops_and_outages(
    rules: ClockSettings,
    happened: list[tuple[int, set[int], int | None]],
    outages: list[tuple[int, int]],
    stopped: list[Stop],
) -> None:
    """Compare with a clock that counts every millisecond."""
    log, at = [Event(0, frozenset({0, 1, 2}))], 0
    for after, due, ended in happened:
        at += after
        log.append(Event(at, frozenset(due), ended))
    timeline = Timeline(lambda: 0, lambda: 0)
    timeline.add(outages)
    standing = Standing(stopped, 3, timeline.served)
    times = remaining(rules, 3, log, timeline.served, standing)
    out = {moment for began, end in outages for moment in range(began, end)}
    still = [
        out.union(*(range(one.began, one.ends) for one in stopped if one.seat in {None, seat}))
        for seat in range(3)
    ]
    left, last = [10_000] * 3, log[0]
    for event in log[1:]:
        for seat in last.due:
            used = len([moment for moment in range(last.at, event.at) if moment not in still[seat]])
            left[seat] = max(0, left[seat] - used)
        if event.ended is not None:
            left[event.ended] += rules.increment * 1000
        last = event
    assert list(times.left) == left
    zero = times.zero(standing)
    if zero is not None:
        assert 0 in [times.at(zero, standing).left[seat] for seat in times.running]
        assert all(times.at(zero - 1, standing).left[seat] for seat in times.running if times.left[seat])


def test_the_time_of_a_turn_begins_when_its_player_looks() -> None:
    clock = on_time(WAITS, (0, 1000, (1,), True))
    whole = HOUR + HOUR // 2
    told = clock.told(2000)
    assert (told.left, told.running, told.waits) == ([whole, whole], [], [0, HOUR - 2000])
    assert (clock.unseen(2000), clock.next_end(2000)) == ({1: 0}, HOUR)
    assert clock.zero() == HOUR + whole
    assert clock.mark([Look(1, 0, 5000)])
    assert not clock.mark([Look(1, 0, 5000)])
    told = clock.told(9000)
    assert (told.left, told.running, told.waits) == ([whole, whole - 4000], [1], [0, 0])
    assert (clock.unseen(9000), clock.next_end(9000), clock.zero()) == ({}, None, whole + 5000)
    # A turn of two actions waits only once: its player has seen it with the first action at the latest. Then
    # the next turn waits.
    clock.acted(1, 10_000, (1,), False)
    assert clock.unseen(10_000) == {1: 2}
    clock.acted(1, 11_000, (1,), False)
    assert clock.told(12_000).running == [1]
    clock.acted(1, 13_000, (0,), False)
    assert (clock.unseen(13_000), clock.told(14_000).left) == ({0: 4}, [whole, whole - 2000])
    # Seeing an earlier turn does not count for this one, and seeing the same turn again changes nothing.
    clock.mark([Look(0, 0, 14_000), Look(1, 0, 5000), Look(1, 1, 10_500)])
    assert clock.unseen(14_000) == {0: 4}


def test_the_time_of_a_turn_begins_at_the_latest_after_as_much_time_as_it_has() -> None:
    clock = on_time(WAITS, (0, 1000, (1,), True))
    told = clock.told(HOUR + 1000)
    assert (told.running, told.waits, told.left[1]) == ([1], [0, 0], HOUR + HOUR // 2 - 1000)
    assert clock.out_of_time(2 * HOUR + HOUR // 2 - 1) == []
    assert clock.out_of_time(2 * HOUR + HOUR // 2) == [1]
    # The wait takes nothing from the bank, but the rest of the turn does.
    clock.acted(1, 2 * HOUR + HOUR // 4, (1,), False)
    assert clock.told(2 * HOUR + HOUR // 4).left[1] == HOUR + HOUR // 4


def test_players_who_play_or_return_have_looked() -> None:
    clock = on_time(WAITS, (0, 1000, (1,), True), (1, 2000, (1,), False))
    assert clock.unseen(2000) == {1: 2}  # a new turn
    clock.acted(1, 3000, (1,), False)
    assert clock.unseen(3000) == {}
    clock = on_time(WAITS, (0, 1000, (1,), True))
    clock.handed(1, 4000, away=True)
    assert (clock.unseen(5000), clock.told(5000).waits) == ({}, [0, 0])
    clock.handed(1, 6000, away=False)
    assert (clock.unseen(7000), clock.told(7000).running) == ({}, [1])


def test_only_games_by_days_wait() -> None:
    for kind, seconds in (("live", 86_400), ("turn", 3599)):
        with pytest.raises(ValueError, match="waits"):
            ClockSettings(kind, seconds, waits=True)  # type: ignore[arg-type]
    assert on_time(EACH_TURN).told(0).waits == []
    assert msgspec.json.encode(EACH_TURN) == b'{"kind":"turn","seconds":10,"increment":0,"bot":null}'


minutes = st.integers(0, 200)
spells = st.lists(st.tuples(minutes, minutes).map(sorted), max_size=4)


@given(minutes, st.none() | minutes, spells, spells)
def test_a_wait_is_used_up_before_time_and_stands_still_like_time(
    ends: int, look: int | None, stopped: list[list[int]], outages: list[list[int]]
) -> None:
    """Compare with a clock that counts every minute."""
    timeline = Timeline(lambda: 0, lambda: 0)
    timeline.add((began * MINUTE, ended * MINUTE) for began, ended in outages)
    marks = [Stop(0, began * MINUTE, ended * MINUTE) for began, ended in stopped]
    seen = [] if look is None else [Look(0, 0, look * MINUTE)]
    clock = Clock(ClockSettings("turn", 3600, waits=True), [True], 0, (0,), timeline, [*marks, *seen])
    wait, left = 60, 60
    for minute in range(ends + 1):
        if look is not None and look <= minute:
            wait = 0
        if minute == ends or any(began <= minute < ended for began, ended in [*stopped, *outages]):
            continue
        wait, left = (wait - 1, left) if wait else (0, max(0, left - 1))
    if look is None or look <= ends:
        assert (clock.told(ends * MINUTE).left, clock.told(ends * MINUTE).waits) == (
            [left * MINUTE],
            [wait * MINUTE],
        )
        assert clock.out_of_time(ends * MINUTE) == ([] if left else [0])
