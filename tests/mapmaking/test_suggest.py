"""Suggested tickets: compared with brute force, and properties of decks for any board."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import whistlestop as ws
from whistlestop.errors import RulesetError
from whistlestop.mapmaking import Distances, suggest_tickets
from whistlestop.mapmaking.distances import FAR

MAPS = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).routes]


@st.composite
def networks(draw: st.DrawFn) -> tuple[dict[str, bool], list[tuple[str, str, int]], set[str]]:
    """Cities, some of which are not used or belong to a border, and routes between them."""
    cities = [f"c{n}" for n in range(draw(st.integers(2, 9)))]
    ends = {city: draw(st.booleans()) for city in cities}
    pairs = st.sampled_from(list(combinations(cities, 2)))
    routes = draw(st.lists(st.tuples(pairs, st.integers(1, 9)), min_size=1, max_size=14))
    border = set(draw(st.lists(st.sampled_from(cities), max_size=2)))
    return ends, [(a, b, length) for (a, b), length in routes], border


def shortest(links: list[tuple[str, str, int]], border: set[str], start: str, goal: str) -> int:
    """Try all paths without a repeated city."""
    best = FAR

    def walk(city: str, seen: frozenset[str], length: int) -> None:
        nonlocal best
        if city == goal:
            best = min(best, length)
        elif city == start or city not in border:
            for a, b, more in links:
                for here, there in ((a, b), (b, a)):
                    if here == city and there not in seen:
                        walk(there, seen | {there}, length + more)

    walk(start, frozenset({start}), 0)
    return best


@settings(max_examples=60, deadline=None)
@given(networks())
def test_distances_against_all_ways(
    network: tuple[dict[str, bool], list[tuple[str, str, int]], set[str]],
) -> None:
    # SWI-3: no way leads through a border node
    cities, links, border = network
    distances = Distances(cities, links, border)
    for (i, a), (j, b) in combinations(enumerate(cities), 2):
        assert distances.between[i, j] == distances.between[j, i] == shortest(links, border, a, b)


@settings(max_examples=40, deadline=None)
@given(networks())
def test_a_connection_is_on_the_way_if_a_shortest_way_uses_it(
    network: tuple[dict[str, bool], list[tuple[str, str, int]], set[str]],
) -> None:
    cities, links, _ = network
    distances = Distances(cities, links)
    first, second = (np.array(side) for side in zip(*combinations(range(len(cities)), 2), strict=True))
    for e, (a, b) in enumerate(distances.pairs):
        without = [link for link in links if {link[0], link[1]} != {distances.cities[a], distances.cities[b]}]
        longer = Distances(cities, without).between[first, second]
        found = distances.on_way(first, second)[:, e]
        assert found[longer > distances.between[first, second]].all()  # every shortest path uses it


@pytest.mark.parametrize("name", MAPS)
def test_a_suggested_deck(name: str) -> None:
    board = ws.load_ruleset(name)
    data: Any = board.data
    distances = Distances.of(data)
    deck = suggest_tickets(distances, data.trains.count, long=4)
    neighbors = {frozenset((route.a, route.b)) for route in board.routes}
    where = {city: n for n, city in enumerate(distances.cities)}
    used = {city for ticket in deck for city in (ticket.origin, ticket.target)}
    assert len({ticket.id for ticket in deck}) == len(deck)
    assert [ticket.id for ticket in deck] == sorted(ticket.id for ticket in deck)
    assert used == {city.id for city in board.cities if city.country is None}  # every city
    for ticket in deck:
        assert ticket.origin < ticket.target
        assert frozenset((ticket.origin, ticket.target)) not in neighbors
        assert ticket.points == distances.between[where[ticket.origin], where[ticket.target]]
        assert ticket.points <= round(0.47 * data.trains.count)
    long = [ticket.points for ticket in deck if ticket.long]
    assert len(long) == 4
    assert min(long) > max(ticket.points for ticket in deck if not ticket.long)


def test_the_same_arguments_suggest_the_same_deck() -> None:
    distances = Distances.of(ws.load_ruleset("usa").data)
    decks = [suggest_tickets(distances, 45, 12, seed=seed) for seed in (0, 0, 1)]
    assert decks[0] == decks[1] != decks[2]


def test_kept_tickets_stay_even_between_neighbors() -> None:
    distances = Distances.of(ws.load_ruleset("usa").data)
    keep = [("omaha", "denver"), ("los_angeles", "miami")]
    deck = {ticket.id: ticket.points for ticket in suggest_tickets(distances, 45, 10, keep=keep)}
    assert len(deck) == 10
    assert deck["denver-omaha"] == 4
    assert "los_angeles-miami" in deck


def test_kept_tickets_take_no_place_of_a_long_one() -> None:
    # EUR-2: long tickets are dealt at the start only
    distances = Distances.of(ws.load_ruleset("europe").data)
    keep = [("amsterdam", "wilno"), ("berlin", "roma"), ("paris", "zagrab")]
    deck = suggest_tickets(distances, 45, 8, long=2, keep=keep)
    assert sum(ticket.long for ticket in deck) == 2
    assert len(deck) == 10
    assert {"amsterdam-wilno", "berlin-roma", "paris-zagrab"} <= {ticket.id for ticket in deck}


@pytest.mark.parametrize(
    ("count", "keep", "error"),
    [
        (0, [], "0 tickets: a board has between 1 and 128"),
        (129, [], "129 tickets: a board has between 1 and 128"),
        (3, [("denver", "atlantis")], "unknown city 'atlantis'"),
        (3, [("denver", "denver")], "a ticket needs two cities, not 'denver' twice"),
    ],
)
def test_refused(count: int, keep: list[tuple[str, str]], error: str) -> None:
    distances = Distances.of(ws.load_ruleset("usa").data)
    with pytest.raises(RulesetError, match=error):
        suggest_tickets(distances, 45, count, keep=keep)


def test_a_small_board_has_fewer_pairs_than_tickets() -> None:
    square = Distances(
        dict.fromkeys("abcd", True), [("a", "b", 2), ("b", "c", 2), ("c", "d", 2), ("a", "d", 2)]
    )
    with pytest.raises(RulesetError, match="only 2 pairs of cities"):
        suggest_tickets(square, 45, 5)
    assert [ticket.id for ticket in suggest_tickets(square, 45)] == ["a-c", "b-d"]
