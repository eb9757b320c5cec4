"""Longest paths (COM-13) against brute force, on known graphs, and after renumbering."""

import random
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.network.mechanisms import trail_hunt
from tests.games.network.mechanisms.trail_hunt import (
    Edge,
    brute_force,
    disguise,
    grid,
    pack,
    regular,
    scattered,
    solve,
)

from whistlestop.core.jit import JIT_DISABLED
from whistlestop.games.network.board import sweep
from whistlestop.games.network.board.paths import longest_trail

EFFORT = 0.02 if JIT_DISABLED else 1.0
city = st.integers(0, 7)
networks = st.lists(st.tuples(city, city, st.integers(1, 6)), max_size=11)


@settings(max_examples=int(250 * EFFORT) + 10, deadline=None)
@given(networks, st.randoms(use_true_random=False))
def test_any_small_network(network: list[Edge], rng: random.Random) -> None:  # COM-13, MECH-8
    expected = brute_force(network)
    assert solve(network) == expected
    assert solve(*disguise(network, rng)) == expected


@pytest.mark.parametrize("seed", range(4))
def test_random_small_networks(seed: int) -> None:  # COM-13, MECH-8
    rng = random.Random(seed)
    for _ in range(int(400 * EFFORT) + 5):
        cities = rng.sample(range(64), rng.randint(1, 9))
        longest = rng.choice([1, 2, 6])
        network = []
        for _ in range(rng.randint(0, 11)):
            a, b = rng.choice(cities), rng.choice(cities)
            if a != b or rng.random() < 0.2:
                network.append((a, b, rng.randint(1, longest)))
        places = sorted(rng.sample(range(128), len(network)))
        assert solve(network, places) == brute_force(network), network


def chain(count: int) -> list[Edge]:
    return [(i, i + 1, 1) for i in range(count)]


def complete(cities: int) -> list[Edge]:
    return [(a, b, 1) for a in range(cities) for b in range(a)]


def bipartite(left: int, right: int) -> list[Edge]:
    return [(a, left + b, 1) for a in range(left) for b in range(right)]


KNOWN = {
    "nothing": ([], 0),
    "one route": ([(5, 63, 6)], 6),
    "chain": (chain(63), 63),
    "circle": ([*chain(63), (63, 0, 5)], 68),
    "twins": ([(0, 1, 4), (1, 0, 4)], 8),
    "loop": ([(3, 3, 2), (3, 4, 1)], 3),
    "star": ([(0, i, i) for i in range(1, 6)], 9),
    "two circles at one city": ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 1), (3, 4, 1), (4, 0, 1)], 6),
    "two circles and a bridge": (
        [(0, 1, 2), (1, 2, 2), (2, 0, 2), (2, 3, 9), (3, 4, 1), (4, 5, 1), (5, 3, 1)],
        18,
    ),
    "circle with two branches at one city": ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 4), (0, 4, 5)], 12),
    "circle with branches apart": ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 4), (1, 4, 5)], 11),
    "letter theta": ([(0, 1, 3), (0, 1, 4), (0, 1, 5)], 12),
    # One route remains unused at every city of odd degree except two.
    "complete graph, even": (complete(10), 45 - 4),
    "complete graph, odd": (complete(11), 55),
    "complete graph, wide": (complete(16), 120 - 7),
    "grid of 64 cities": (grid(8, 8), 112 - 11),
    "grid of 30 cities": (grid(5, 6), 49 - 6),
    # Of the 15 cities of degree 3, all except the two ends leave one route unused.
    "3 by 15": (bipartite(3, 15), 45 - 13),
    "hub and rim": ([(0, i, 1) for i in range(1, 9)] + [(i, i % 8 + 1, 1) for i in range(1, 9)], 16 - 3),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_networks(name: str) -> None:
    network, expected = KNOWN[name]
    if JIT_DISABLED and len(network) > 30:
        pytest.skip("takes long without the compiler")
    assert solve(network) == expected
    assert solve(*disguise(network, random.Random(name))) == expected


def test_petersen_graph() -> None:
    # Ten cities of degree 3 leave four routes unused; that there is no Hamiltonian cycle does not matter.
    outer = [(i, (i + 1) % 5, 1) for i in range(5)]
    inner = [(5 + i, 5 + (i + 2) % 5, 1) for i in range(5)]
    network = outer + inner + [(i, i + 5, 1) for i in range(5)]
    assert solve(network) == brute_force(network) == 11


@pytest.mark.parametrize("trains", [45, 128])
@pytest.mark.skipif(JIT_DISABLED, reason="takes long without the compiler")
def test_larger_networks_in_disguise(trains: int) -> None:
    rng = random.Random(trains)
    for _ in range(40 if trains == 45 else 6):
        cities = rng.randint(8, 40)
        network = rng.choice([scattered(cities, trains, rng), regular([3] * (trains * 2 // 3 % 64), rng)])
        answers = {solve(network), *(solve(*disguise(network, rng)) for _ in range(3))}
        assert len(answers) == 1, network


@pytest.mark.skipif(JIT_DISABLED, reason="takes long without the compiler")
def test_blind_branches_are_only_a_shortcut() -> None:
    # The search is also correct if a branch is an edge without a second end, which is what `longest_trail`
    # passes.
    rng = random.Random(4)
    for _ in range(300):
        cities = rng.randint(2, 6)
        network = chain(cities - 1) + scattered(cities, rng.randint(1, 5), rng)
        branches = [(rng.randrange(cities), rng.randint(1, 4)) for _ in range(rng.randint(0, 4))]
        edges = np.array([*network, *((at, -1, reach) for at, reach in branches)], np.int64).T.copy()
        chosen = np.zeros(edges.shape[1], np.bool_)
        found = sweep.search(edges.shape[1], edges[0], edges[1], edges[2], 0, chosen)
        whole = network + [(at, 20 + i, reach) for i, (at, reach) in enumerate(branches)]
        assert found == brute_force(whole)
        assert edges[2][chosen].sum() == found


def test_search_keeps_what_is_better() -> None:
    network = [(0, 1, 1), (0, 1, 1), (0, 1, 1), (0, 2, 1), (1, 2, 1)]
    edges = np.array(network, np.int64).T.copy()
    chosen = np.zeros(5, np.bool_)
    best = brute_force(network)
    assert sweep.search(5, edges[0], edges[1], edges[2], best, chosen) == best
    assert not chosen.any()
    assert sweep.search(5, edges[0], edges[1], edges[2], best - 1, chosen) == best
    assert edges[2][chosen].sum() == best


def test_other_routes_do_not_count() -> None:
    a, b, length, _, _ = pack(chain(60))
    assert longest_trail(a, b, length, np.uint64(0), np.uint64(0)) == 0
    assert longest_trail(a, b, length, np.uint64(0b1011), np.uint64(0)) == 2


def test_no_warnings() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        solve(grid(3, 4), [*range(50, 59), *range(110, 118)])


# The slowest networks found by hunts: the length of the longest path, and the routes as a-b*length.
SLOW = [
    (
        27,
        (
            "22-3 22-13 10-26 20-30 19-2 32-8 0-28*2 23-16 15-30 9-2 19-1 7-13 5-1 12-24 18-2 13-21 3-6 "
            "21-17 32-9 23-6 21-17*2 29-7 25-12 20-13 15-20 18-23 11-0 7-32 8-24 11-9*2 10-3 26-0 2-26 "
            "13-9 5-19 10-29 16-29 22-18 8-25 31-26 11-22 18-9"
        ),
    ),
    (
        27,
        (
            "22-15 13-24 27-26 12-10 15-19 8-3 4-28 20-30*2 6-2 15-0 9-29 18-17 1-3 17-21 29-19 10-23 "
            "20-4*3 8-16 13-21 29-14 0-10 24-21 4-10 25-15 16-22 18-23 1-2 2-0 6-25 22-8 27-26 20-28 "
            "25-27 29-16 23-19 3-34 23-3 6-3 17-1 38-39 25-18"
        ),
    ),
    (
        34,
        (
            "0-1 1-2 2-21 3-4 5-10 6-7 7-8 8-20 10-16 11-12 12-13 13-24 15-16 16-22 17-19 18-13 20-5 "
            "21-12*2 22-18 23-9 0-3 1-12 3-8 4-22 5-21 6-35 7-12 8-16 9-14 10-14 11-18 12-17*2 14-23 "
            "15-6 16-21 18-20 19-24 5-13 17-16 15-2 13-6 21-8 8-11"
        ),
    ),
    (
        39,
        (
            "0-19*2 1-10 3-2 5-9 6-8 8-17 11-12 12-14 13-23 15-20 18-12 20-21 21-1 1-7 2-6 4-5 5-1 6-24 "
            "7-23 8-1 10-17 11-19 13-18 15-16*3 16-21 17-14 19-24*2 7-2 8-18 11-6 4-17 2-14 11-14 3-11 "
            "4-2 18-4 23-11 13-1 9-6 4-8 4-11"
        ),
    ),
    (
        32,
        (
            "4-0 0-15 10-17 7-2 7-25 6-24 26-13 6-3 10-15 21-15*2 4-11 17-11 16-27 18-10 6-14 13-20 "
            "26-2 19-16 20-31 16-21 24-3 1-11 22-11 25-18 1-8 19-14*2 13-2 16-9 16-7*2 8-18 12-23 9-17 "
            "19-23 12-10*2 13-23 4-23 12-8 21-2 13-26 1-26 20-14"
        ),
    ),
    (
        28,
        (
            "13-31 10-22 29-2 11-8 7-16 19-26 3-60 5-0 23-16 8-25 20-12 6-16 1-22 25-22 27-7 27-22 "
            "17-27 21-23 14-19 29-28 21-17 28-8 6-24 0-4 20-17 29-12 9-10 26-14 25-5 2-18 18-24 1-12 "
            "21-11 24-7 4-7 3-17 6-13 3-11 14-0 23-20 6-56 60-1 7-59 12-51 4-63"
        ),
    ),
]


@pytest.mark.skipif(JIT_DISABLED, reason="takes long without the compiler")
@pytest.mark.parametrize("number", range(len(SLOW)))
def test_slow_networks(number: int) -> None:
    expected, routes = SLOW[number]
    network = []
    for route in routes.split():
        ends, _, length = route.partition("*")
        a, b = ends.split("-")
        network.append((int(a), int(b), int(length or 1)))
    rng = random.Random(number)
    for edges, places in [(network, list(range(len(network)))), *(disguise(network, rng) for _ in range(5))]:
        assert solve(edges, places) == expected


@pytest.mark.skipif(JIT_DISABLED, reason="takes long without the compiler")
@pytest.mark.parametrize("kind", ["cubic", "30 cities", "grid"])
def test_short_hunt_in_graphs(kind: str) -> None:
    cost, _, tried = trail_hunt.climb_graph(kind, random.Random(1), 0.3)
    assert tried > 0
    assert cost < 1.0


@pytest.mark.skipif(JIT_DISABLED, reason="takes long without the compiler")
@pytest.mark.parametrize("name", trail_hunt.BOARDS)
def test_short_hunt_on_boards(name: str) -> None:
    cost, network, tried = trail_hunt.climb_board(name, random.Random(1), 0.3)
    assert tried > 0
    assert cost < 1.0
    assert sum(edge[2] for edge in network) <= 45
