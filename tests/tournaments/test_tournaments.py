"""Pairings, seats, points and standings against exhaustive search and invariants."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from whistlestop.tournaments import (
    BYE,
    POINT,
    Entry,
    Pairing,
    Place,
    PlanError,
    Tournament,
    TournamentDocument,
    TournamentPlan,
    accepts_entries,
    check_plan,
    next_round,
    points_of,
    recomputed,
    standings,
)
from whistlestop.tournaments.document import DocumentError, NamedEntry, PlayedPairing
from whistlestop.tournaments.groupings import table_sizes
from whistlestop.tournaments.meetings import Meetings
from whistlestop.tournaments.pairs import pair_up
from whistlestop.tournaments.rounds import circle
from whistlestop.tournaments.seats import SeatCounts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def tournament(plan: TournamentPlan, players: int, seed: str = "seed") -> Tournament:
    return Tournament(plan, seed, tuple(Entry(number) for number in range(1, players + 1)))


def decided(pairing: Pairing, dice: random.Random) -> Pairing:
    """Return a pairing with a random result, in which players may share ranks or lose without points."""
    if pairing.result is not None:
        return pairing
    strength = {entry: dice.randrange(4) for entry in pairing.seats}
    gone = {entry for entry in pairing.seats if dice.random() < 0.05}
    stayed = [strength[entry] for entry in pairing.seats if entry not in gone]
    places = tuple(
        Place(
            entry,
            None if entry in gone else 1 + sum(other > strength[entry] for other in stayed),
            dice.randrange(20, 160),
        )
        for entry in pairing.seats
    )
    return replace(pairing, result=places)


def played(one: Tournament, dice: random.Random, most: int = 100) -> Tournament:
    """Return a tournament played to its end, or through `most` rounds."""
    while most and (drawn := next_round(one)) is not None:
        assert next_round(one) == drawn  # the same data has the same next round
        done = tuple(decided(pairing, dice) for pairing in drawn)
        one = replace(one, pairings=one.pairings + done)
        most -= 1
    return one


def meetings(pairings: Iterable[Pairing]) -> Counter[tuple[int, int]]:
    found: Counter[tuple[int, int]] = Counter()
    for pairing in pairings:
        found.update(combinations(sorted(pairing.seats), 2))
    return found


def can_pair(players: Sequence[int], met: Meetings) -> bool:
    """Return whether all players can be paired without a second meeting or bye, by trying everything."""
    if not players:
        return True
    one, rest = players[0], players[1:]
    if len(players) % 2 and not met.byes[one] and can_pair(rest, met):
        return True
    return any(
        not met(one, other) and can_pair([left for left in rest if left != other], met) for other in rest
    )


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 9), st.data())
def test_nobody_meets_twice_if_it_can_be_avoided(players: int, data: st.DataObject) -> None:
    everybody = list(range(1, players + 1))
    pairs = list(combinations(everybody, 2))
    before = data.draw(st.lists(st.sampled_from(pairs), max_size=len(pairs)))
    had = data.draw(st.lists(st.sampled_from(everybody), max_size=players))
    tables = [Pairing(1, 1, pair) for pair in before] + [Pairing(1, 1, (entry,)) for entry in had]
    points = {entry: 12 * data.draw(st.integers(0, 6)) for entry in everybody}
    met = Meetings(tables)
    order = sorted(everybody, key=lambda entry: -points[entry])
    found, bye = pair_up(order, points, met)
    assert (
        sorted([*(entry for pair in found for entry in pair), *([] if bye is None else [bye])]) == everybody
    )
    again = any(met(*pair) for pair in found) or bool(bye and met.byes[bye])
    assert again is not can_pair(everybody, met)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["swiss", "round_robin", "groups", "knockout"]),
    st.integers(2, 5),
    st.integers(2, 23),
    st.integers(0, 10**6),
)
def test_every_tournament_ends_and_its_standings_follow(
    form: str, size: int, players: int, seed: int
) -> None:
    plan = TournamentPlan(form, size, rounds=4 if form == "swiss" else None, group=max(size, 4))  # type: ignore[arg-type]
    check_plan(plan)
    one = played(tournament(plan, players, str(seed)), random.Random(seed))
    for number in range(1, one.round + 1):
        here = [pairing for pairing in one.pairings if pairing.round == number]
        seated = [entry for pairing in here for entry in pairing.seats]
        assert len(seated) == len(set(seated))
        assert all(1 <= len(pairing.seats) <= size for pairing in here)
        if form == "swiss":
            assert set(seated) == set(range(1, players + 1))
    lines = standings(one)
    assert [line.place for line in lines] == list(range(1, players + 1))
    assert {line.entry for line in lines} == set(range(1, players + 1))
    if form in ("knockout", "groups") and any(pairing.stage == "knockout" for pairing in one.pairings):
        final = [pairing for pairing in one.pairings if pairing.round == one.round]
        assert len(final) == 1
        assert {line.entry for line in lines[: len(final[0].seats)]} == set(final[0].seats)
    document = TournamentDocument(
        "id",
        "Cup",
        "usa",
        plan,
        one.seed,
        tuple(NamedEntry(entry.number, name=None) for entry in one.entries),
        tuple(
            PlayedPairing(each.round, each.table, each.seats, each.stage, each.group, each.result)
            for each in one.pairings
        ),
        tuple(lines),
    )
    assert recomputed(msgspec.json.encode(document))[1] == lines


@pytest.mark.parametrize("players", [2, 3, 4, 7, 8, 11, 12])
def test_a_round_robin_of_pairs_lets_everybody_meet_once(players: int) -> None:
    one = played(tournament(TournamentPlan("round_robin"), players), random.Random(1))
    met = meetings(one.pairings)
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2
    byes = Counter(pairing.seats[0] for pairing in one.pairings if len(pairing.seats) == 1)
    assert set(byes.values()) == ({1} if players % 2 else set())
    assert circle(range(players), players + 1) == []


@pytest.mark.parametrize(("size", "players"), [(2, 60), (2, 61), (3, 60), (4, 61), (5, 62)])
def test_large_swiss_tournaments_have_no_second_meetings_and_balanced_seats(size: int, players: int) -> None:
    one = played(tournament(TournamentPlan("swiss", size, 7), players), random.Random(2))
    assert set(meetings(one.pairings).values()) == {1}
    byes = Counter(pairing.seats[0] for pairing in one.pairings if len(pairing.seats) == 1)
    assert set(byes.values()) <= {1}
    for number in range(1, players + 1):
        sat = [
            pairing.seats.index(number) / (len(pairing.seats) - 1)
            for pairing in one.pairings
            if number in pairing.seats and len(pairing.seats) > 1
        ]
        assert 0.25 <= sum(sat) / len(sat) <= 0.75


def test_winners_meet_winners() -> None:
    one = tournament(TournamentPlan("swiss", 2, 3), 8)
    for _ in range(2):
        drawn = next_round(one)
        assert drawn is not None
        done = tuple(
            replace(
                pairing,
                result=tuple(Place(entry, 1 + (entry != min(pairing.seats))) for entry in pairing.seats),
            )
            for pairing in drawn
        )
        one = replace(one, pairings=one.pairings + done)
    last = next_round(one)
    assert last is not None
    points = {line.entry: line.totals.points for line in standings(one)}
    assert all(abs(points[a] - points[b]) == 0 for a, b in (pairing.seats for pairing in last))


def test_points_are_shares_of_opponents() -> None:
    places = [Place(1, 1), Place(2, 2), Place(3, 2), Place(4, None)]
    assert points_of(places) == {1: POINT, 2: POINT // 2, 3: POINT // 2, 4: 0}
    assert points_of([Place(1, None), Place(2, None)]) == {1: 0, 2: 0}
    assert points_of([Place(7, 1, None, BYE)]) == {7: POINT}
    assert points_of([Place(1, 1), Place(2, 1)]) == {1: POINT // 2, 2: POINT // 2}


def test_tie_breaks_come_in_their_order() -> None:
    """Entries 3 and 4 have a point each: 3 beat a player who lost to the winner, 4 met a stronger field."""
    pairings = (
        Pairing(1, 1, (1, 2), result=(Place(1, 1, 90), Place(2, 2, 60))),
        Pairing(1, 2, (3, 4), result=(Place(3, 1, 70), Place(4, 2, 50))),
        Pairing(2, 1, (1, 3), result=(Place(1, 1, 80), Place(3, 2, 75))),
        Pairing(2, 2, (2, 4), result=(Place(2, 2, 10), Place(4, 1, 95))),
    )
    one = replace(tournament(TournamentPlan("swiss", 2, 2), 4), pairings=pairings)
    lines = standings(one)
    assert [line.entry for line in lines] == [1, 3, 4, 2]
    assert [line.totals.opponents for line in lines] == [288, 864, 288, 864]
    assert [line.totals.score for line in lines] == [170, 145, 145, 70]


@given(st.integers(1, 300), st.integers(2, 5))
def test_table_sizes(players: int, size: int) -> None:
    sizes = table_sizes(players, size)
    assert sum(sizes) == players
    assert max(sizes) <= size
    assert max(sizes) - min(sizes) <= 1
    assert size == 2 or players == 1 or min(sizes) >= 2


def test_late_players_and_those_who_left() -> None:
    plan = TournamentPlan("swiss", 2, 4, late=3)
    one = tournament(plan, 6)
    one = played(one, random.Random(3), 2)
    assert accepts_entries(one)
    entries = (*one.entries[:5], replace(one.entries[5], left=3), Entry(7, joined=3), Entry(8, 1, 1))
    one = played(replace(one, entries=entries), random.Random(4), 1)
    third = {entry for pairing in one.pairings if pairing.round == 3 for entry in pairing.seats}
    assert third == {1, 2, 3, 4, 5, 7}
    assert not accepts_entries(one)
    assert {line.entry for line in standings(one)} == {1, 2, 3, 4, 5, 6, 7}


def test_a_knock_out_gives_byes_to_a_power_of_two_and_players_of_a_group_do_not_meet_at_once() -> None:
    one = played(tournament(TournamentPlan("knockout"), 11), random.Random(5))
    sizes = [
        sorted(len(pairing.seats) for pairing in one.pairings if pairing.round == number)
        for number in range(1, one.round + 1)
    ]
    assert sizes == [[1, 1, 1, 1, 1, 2, 2, 2], [2, 2, 2, 2], [2, 2], [2]]
    groups = played(tournament(TournamentPlan("groups", 2, group=4), 16), random.Random(6))
    number = min(pairing.round for pairing in groups.pairings if pairing.stage == "knockout")
    of = {line.entry: line.group for line in standings(groups)}
    for pairing in groups.pairings:
        if pairing.round == number:
            assert of[pairing.seats[0]] != of[pairing.seats[1]]


def test_plans_that_contradict_themselves() -> None:
    for plan in (
        TournamentPlan("swiss"),
        TournamentPlan("knockout", rounds=3),
        TournamentPlan("round_robin", rounds=3),
        TournamentPlan("groups", late=2),
        TournamentPlan("swiss", rounds=3, late=4),
        TournamentPlan("groups", group=2, advance=2),
        TournamentPlan("groups", size=5, group=4),
    ):
        with pytest.raises(PlanError):
            check_plan(plan)


def test_a_file_that_is_no_export_is_refused() -> None:
    plan = TournamentPlan("swiss", 2, 1)
    wrong = PlayedPairing(1, 1, (1, 2), result=(Place(1, 1), Place(3, 2)))
    entries = (NamedEntry(1, name="Ada"), NamedEntry(2, name="Ben"), NamedEntry(3, name=None))
    document = TournamentDocument("id", "Cup", "usa", plan, "seed", entries, (wrong,), ())
    with pytest.raises(DocumentError, match="table 1"):
        recomputed(msgspec.json.encode(document))
    with pytest.raises(DocumentError):
        recomputed(b"{}")


@given(st.lists(st.permutations([1, 2, 3, 4]), min_size=1, max_size=12))
def test_seats_are_shared(tables: list[list[int]]) -> None:
    """With the same four players, the counts of a player's seats differ by at most one after every four tables."""
    assume(tables)
    counts = SeatCounts([])
    had: Counter[tuple[int, int]] = Counter()
    for players in tables:
        order = counts.order(sorted(players))
        counts.add(order)
        had.update((entry, seat) for seat, entry in enumerate(order))
    for seat in range(4):
        sat = [had[entry, seat] for entry in range(1, 5)]
        assert max(sat) - min(sat) <= 2
