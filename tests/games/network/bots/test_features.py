"""What a player's network reveals about their tickets, compared with a slow version with distance matrices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.beliefs import features, ticket_likelihoods
from whistlestop.kinds import kind_of


def members(words: Iterable[int]) -> list[int]:
    """Return the members of a set of bits."""
    return [
        64 * place + number
        for place, word in enumerate(words)
        for number in range(64)
        if int(word) >> number & 1
    ]


def owned(seen: ws.Observation, player: int) -> list[int]:
    """Return the routes of a player."""
    return members(seen.record["owned"][player])


def ends(seen: ws.Observation, route: int) -> tuple[int, int]:
    """Return the two cities of a route."""
    rules = seen.ruleset.rules[0]
    return int(rules["route_a"][route]), int(rules["route_b"][route])


def cities_of(seen: ws.Observation, ticket: int) -> list[list[int]]:
    """Return the cities where a ticket begins, and those of each of its targets."""
    rules = seen.ruleset.rules[0]
    places = range(int(rules["ticket_targets"][ticket]))
    return [
        members([word]) for word in (rules["ticket_origin"][ticket], *rules["ticket_target"][ticket][places])
    ]


def spaces_between(seen: ws.Observation, player: int | None) -> npt.NDArray[Any]:
    """Return the spaces that a player must claim between all cities, by Floyd and Warshall's method.

    player: None for an empty board.
    """
    rules = seen.ruleset.rules[0]
    mine = [] if player is None else owned(seen, player)
    free = range(int(rules["routes"])) if player is None else members(seen.record["open"][player])
    spaces = np.full((int(rules["cities"]), int(rules["cities"])), np.inf)
    np.fill_diagonal(spaces, 0)
    for route in [*free, *mine]:
        a, b = ends(seen, route)
        length = 0.0 if route in mine else float(rules["route_length"][route])
        spaces[a, b] = spaces[b, a] = min(spaces[a, b], length)
    for city in range(len(spaces)):
        spaces = np.minimum(spaces, spaces[:, city, None] + spaces[None, city])
    return spaces


def slowly(seen: ws.Observation, player: int) -> list[dict[str, float]]:
    """Return the features of each ticket for a player, by name."""
    rules, record = seen.ruleset.rules[0], seen.record
    empty, now = spaces_between(seen, None), spaces_between(seen, player)
    routes = [city for route in owned(seen, player) for city in ends(seen, route)]
    trains = int(record["trains"][player])
    used = 1 - trains / int(rules["trains"])
    found = []
    for ticket in range(len(seen.ruleset.tickets)):
        origins, *targets = cities_of(seen, ticket)
        wholes, lefts = (
            [spaces[np.ix_(origins, cities)].min() for cities in targets] for spaces in (empty, now)
        )
        shares = [max(0.0, 1 - left / max(1, whole)) for whole, left in zip(wholes, lefts, strict=True)]
        share, left = max(shares), min(lefts)
        sides = origins, targets[shares.index(share)]
        reached = np.mean([any(city in routes for city in cities) for cities in sides])
        found.append(
            {
                "share": share,
                "joined": left == 0,
                "cut": left == np.inf,
                "points": int(rules["ticket_points"][ticket, 0]) / 20,
                "share_late": share * used,
                "too_far": trains < left < np.inf,
                "share_squared": share**2,
                "reached": reached,
                "reached_late": reached * used,
                "ends": np.mean([any(routes.count(city) == 1 for city in cities) for cities in sides]),
            }
        )
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), [("usa", 2), ("europe", 4), ("switzerland", 3)])
def test_as_the_slow_way(ruleset: str, players: int) -> None:
    """In a game of bots that build from the beginning, both versions agree."""
    game = ws.Game.new(ruleset, players, seed=2)
    bot = bots.make("greedy")
    built = 0
    while not game.over:
        seat = game.to_act[0]
        if game.version % 9 == 0:
            seen, player = game.observe(seat), (seat + 1) % players
            expected = slowly(seen, player)
            names = list(kind_of(seen.ruleset).bots.search.belief)
            assert set(names) == set(expected[0])
            rows = [[float(ticket[name]) for name in names] for ticket in expected]
            assert np.abs(features(seen, player) - rows).max() < 0.003  # thousandths, rounded down
            built += len(owned(seen, player)) > 3
        game.play_id(int(bot.choose(game.observe(seat))), seat)
    assert built > 3


@pytest.mark.slow
def test_tickets_held_are_likelier() -> None:
    """Late in a game, most of an opponent's tickets are rated likelier than most other tickets."""
    game = ws.Game.new("usa", 2, seed=5)
    bot = bots.make("planner")
    while not game.over and int(game.states[0]["trains"][1]) > 12:
        game.play_id(int(bot.choose(game.observe(game.to_act[0]))), game.to_act[0])
    likely = ticket_likelihoods(game.observe(0))[1]
    held = [
        ticket
        for ticket in range(len(likely))
        if int(game.states[0]["tickets"][1][ticket >> 6]) >> (ticket & 63) & 1
    ]
    assert held
    assert np.median(likely[held]) > np.median(likely)
