"""Oracles for the longest path, and a hunt for the slowest networks.

    python -m tests.games.network.mechanisms.trail_hunt --seconds 60 --seed 1

climbs from random networks of 45 trains (free graphs of up to 64 cities, and the built-in boards) towards the
slowest ones, solves every new record again after renumbering, and prints the results.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from whistlestop.games.network.board.paths import longest_trail, longest_trail_routes

Edge = tuple[int, int, int]
Arrays = tuple[Any, Any, Any, Any, Any]


def pack(edges: Sequence[Edge], places: Sequence[int] | None = None) -> Arrays:
    """Return arrays for the engine; the edges have these route indices, and all other routes are decoys."""
    where = list(range(len(edges))) if places is None else list(places)
    table = np.zeros((3, 128), np.int16)
    table[1:] = 1
    word = 0
    for place, edge in zip(where, edges, strict=True):
        table[:, place] = edge
        word |= 1 << place
    low = np.uint64(word & 0xFFFF_FFFF_FFFF_FFFF)
    return table[0], table[1], table[2].astype(np.int8), low, np.uint64(word >> 64)


def brute_force(edges: Sequence[Edge]) -> int:
    """Walk every path, and return the length of the longest."""
    ways: dict[int, list[tuple[int, int, int]]] = {}
    for index, (a, b, length) in enumerate(edges):
        ways.setdefault(a, []).append((index, b, length))
        if a != b:
            ways.setdefault(b, []).append((index, a, length))
    seen: set[tuple[int, int]] = set()
    best = 0
    stack = [(city, 0, 0) for city in ways]
    while stack:
        city, used, length = stack.pop()
        if (city, used) in seen:
            continue
        seen.add((city, used))
        best = max(best, length)
        for index, other, more in ways[city]:
            if not used >> index & 1:
                stack.append((other, used | 1 << index, length + more))
    return best


def solve(edges: Sequence[Edge], places: Sequence[int] | None = None) -> int:
    """Return the engine's answer, after checking that both functions agree and that the path is valid."""
    arrays = pack(edges, places)
    where = list(range(len(edges))) if places is None else list(places)
    length = int(longest_trail(*arrays))
    trail = np.zeros(128, np.int16)
    same_length, count = longest_trail_routes(*arrays, trail)
    routes = [where.index(int(route)) for route in trail[:count]]
    assert length == same_length == sum(edges[route][2] for route in routes)
    assert len(set(routes)) == len(routes)
    cities = {city for edge in edges for city in edge[:2]}
    for route in routes:
        a, b, _ = edges[route]
        cities = {b} & {b if a in cities else -1} | {a} & {a if b in cities else -1}
        assert cities, "the routes do not follow each other"
    return length


def disguise(edges: Sequence[Edge], rng: random.Random) -> tuple[list[Edge], list[int]]:
    """Return the same network with other city numbers, other route numbers, and reversed routes."""
    names = rng.sample(range(64), 64)
    turned = [(names[b], names[a], n) if rng.random() < 0.5 else (names[a], names[b], n) for a, b, n in edges]
    rng.shuffle(turned)
    return turned, rng.sample(range(128), len(turned))


def measure(edges: Sequence[Edge], repeats: int = 1) -> float:
    """Return the best processor time of one call in seconds."""
    arrays = pack(edges)
    times = []
    for _ in range(repeats):
        start = time.thread_time()
        longest_trail(*arrays)
        times.append(time.thread_time() - start)
    return min(times)


# Free graphs


def regular(degrees: Sequence[int], rng: random.Random) -> list[Edge]:
    """Return a random multigraph with these degrees, without loops."""
    ends = [city for city, degree in enumerate(degrees) for _ in range(degree)]
    rng.shuffle(ends)
    return [(a, b, 1) for a, b in zip(ends[::2], ends[1::2], strict=False) if a != b]


def scattered(cities: int, count: int, rng: random.Random) -> list[Edge]:
    """Return random edges of length 1 between this number of cities."""
    pairs = [rng.sample(range(cities), 2) for _ in range(count)]
    return [(a, b, 1) for a, b in pairs]


def grid(rows: int, columns: int) -> list[Edge]:
    """Return a rectangular grid."""
    across = [(columns * r + c, columns * r + c + 1, 1) for r in range(rows) for c in range(columns - 1)]
    return across + [
        (columns * r + c, columns * (r + 1) + c, 1) for r in range(rows - 1) for c in range(columns)
    ]


STARTS: dict[str, Callable[[random.Random], list[Edge]]] = {
    "cubic": lambda rng: regular([3] * 30, rng),
    "cubic with twos": lambda rng: regular([3] * 24 + [2] * 9, rng),
    "fourfold": lambda rng: regular([4] * 18 + [3] * 6, rng),
    "fivefold": lambda rng: regular([5] * 18, rng),
    "12 cities": lambda rng: scattered(12, 45, rng),
    "20 cities": lambda rng: scattered(20, 45, rng),
    "30 cities": lambda rng: scattered(30, 45, rng),
    "grid": lambda _rng: grid(5, 5),
    "bipartite": lambda _rng: [(a, 5 + b, 1) for a in range(5) for b in range(9)],
}


BOARDS = ("usa", "europe", "switzerland")


def mutate(edges: list[Edge], rng: random.Random, trains: int, cities: int) -> list[Edge]:
    """Change a few edges without exceeding the number of trains."""
    edges = list(edges)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        used = [city for edge in edges for city in edge[:2]]
        at = rng.randrange(len(edges))
        a, b, length = edges[at]
        kind = rng.random()
        if kind < 0.4:  # move one end
            other = rng.choice([rng.choice(used), rng.randrange(cities)])
            if other != a:
                edges[at] = (a, other, length)
        elif kind < 0.6:  # swap ends with another edge
            second = rng.randrange(len(edges))
            c, d, n = edges[second]
            if at != second and a != d and c != b:
                edges[at] = (a, d, length)
                edges[second] = (c, b, n)
        elif kind < 0.7 and len(edges) > 4:
            edges.pop(at)
        elif kind < 0.9:
            c, d = rng.choice(used), rng.choice([rng.choice(used), rng.randrange(cities)])
            if c != d:
                edges.append((c, d, 1))
        else:
            edges[at] = (a, b, rng.choice([1, 1, 1, 2, 2, 3, 4]))
    while sum(edge[2] for edge in edges) > trains or len(edges) > 128:
        edges.pop(rng.randrange(len(edges)))
    return edges


# Networks on the built-in boards


def board_edges(name: str) -> tuple[list[Edge], list[frozenset[int]], int]:
    """Return the routes of a board as edges, the routes that exclude each other, and the trains."""
    from whistlestop import load_ruleset

    ruleset = load_ruleset(name)
    cities = {city.id: index for index, city in enumerate(ruleset.cities)}
    routes = {route.id: index for index, route in enumerate(ruleset.routes)}
    edges = [(cities[route.a], cities[route.b], route.length) for route in ruleset.routes]
    twins = [frozenset(routes[twin] for twin in route.twins) for route in ruleset.routes]
    return edges, twins, int(ruleset.rules["trains"][0])


def rebuild(
    owned: set[int],
    edges: list[Edge],
    twins: list[frozenset[int]],
    trains: int,
    rng: random.Random,
    drop: int,
) -> set[int]:
    """Give up a few routes of a network and claim others while trains last."""
    owned = set(owned)
    for _ in range(min(drop, len(owned))):
        owned.discard(rng.choice(sorted(owned)))
    left = trains - sum(edges[route][2] for route in owned)
    order = rng.sample(range(len(edges)), len(edges))
    if rng.random() < 0.7:  # short routes make the larger networks
        order.sort(key=lambda route: edges[route][2] + rng.random() * 2)
    for route in order:
        if edges[route][2] <= left and route not in owned and not twins[route] & owned:
            owned.add(route)
            left -= edges[route][2]
    return owned


def climb_graph(
    kind: str, rng: random.Random, seconds: float, trains: int = 45
) -> tuple[float, list[Edge], int]:
    """Climb on free graphs; return the seconds of the slowest call, its network, and the number of networks
    tried.
    """
    network = mutate(STARTS[kind](rng), rng, 45, 64)
    return _climb(network, lambda edges: mutate(edges, rng, 45, 40), lambda edges: edges, seconds, rng)


def climb_board(name: str, rng: random.Random, seconds: float) -> tuple[float, list[Edge], int]:
    """Climb on what one player can own on a board."""
    edges, twins, trains = board_edges(name)
    owned = rebuild(set(), edges, twins, trains, rng, 0)

    def change(old: set[int]) -> set[int]:
        return rebuild(old, edges, twins, trains, rng, rng.choice([1, 1, 2, 3, 6]))

    return _climb(owned, change, lambda routes: [edges[route] for route in sorted(routes)], seconds, rng)


def _climb(
    state: Any,
    change: Callable[[Any], Any],
    network: Callable[[Any], list[Edge]],
    seconds: float,
    rng: random.Random,
) -> tuple[float, list[Edge], int]:
    now = worst = measure(network(state), 3)
    worst_network = network(state)
    tried = 0
    stop = time.monotonic() + seconds
    while time.monotonic() < stop:
        other = change(state)
        tried += 1
        slack = 1 - 0.1 * rng.random()
        if measure(network(other)) <= now * slack:
            continue
        cost = measure(network(other), 3)
        if cost <= now * slack:
            continue
        state, now = other, cost
        if now > worst:
            worst, worst_network = now, network(state)
            expected = solve(worst_network)
            assert expected == solve(*disguise(worst_network, rng)), worst_network
    return worst, worst_network, tried


def main() -> None:
    """Hunt, and print the worst networks as JSON lines."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="for each kind of network")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    solve(grid(3, 3))  # compile first
    hunts = [(kind, climb_graph) for kind in STARTS] + [(name, climb_board) for name in BOARDS]
    for kind, climb in hunts:
        cost, network, tried = climb(kind, rng, options.seconds)
        line = {"kind": kind, "us": round(cost * 1e6), "tried": tried, "network": network}
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
