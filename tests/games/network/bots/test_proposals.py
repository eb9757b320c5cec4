"""What a search of the map games tries, against a slow version with Python's sets and dictionaries."""

from __future__ import annotations

import pytest

import whistlestop as ws
from whistlestop import bots
from whistlestop.core.fields import COLORS, KEEP
from whistlestop.games.network.bots.planner.contributions import NOT_TRIED
from whistlestop.games.network.bots.proposals import CLAIMS, NEAR
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.searching import KEEPS
from whistlestop.kinds import kind_of


def slowly(seen: ws.Observation, default: int) -> list[int]:
    rules, legal = seen.ruleset.rules[0], seen.legal_ids()
    kinds = rules["action_type"]
    if kinds[legal[0]] == KEEP:
        every = [action for action in legal if action != default]
        if len(every) >= KEEPS:
            base = int(rules["id_keep"])
            every = [action for action in every if ((action - base) ^ (default - base)).bit_count() == 1]
        return [default, *every]
    claims = best_claims(seen, [action for action in legal if kinds[action] == CLAIM])
    others = [action for action in legal if kinds[action] not in {CLAIM, *NOT_TRIED}]
    return list(dict.fromkeys([default, *claims, *others]))


def best_claims(seen: ws.Observation, claims: list[int]) -> list[int]:
    rules, hand = seen.ruleset.rules[0], seen.record["hand"][seen.seat]
    costs: dict[int, list[tuple[int, int]]] = {}
    for place, action in enumerate(claims):
        color = int(rules["action_color"][action])
        left = int(hand[color]) - int(rules["action_colored"][action]) if color < COLORS else 0
        cost = int(rules["action_wild"][action]) * 100 - left
        costs.setdefault(int(rules["action_arg"][action]), []).append((cost, place))
    networks = [
        {int(rules[end][route]) for end in ("route_a", "route_b") for route in owned(seen, player)}
        for player in range(int(seen.record["players"]))
    ]

    def worth(route: int) -> int:
        ends = int(rules["route_a"][route]), int(rules["route_b"][route])
        near = sum(city in network for network in networks for city in ends)
        return int(rules["points"][rules["route_length"][route]]) + near * NEAR

    best = sorted(costs, key=lambda route: (-worth(route), route))[:CLAIMS]
    return [claims[min(costs[route])[1]] for route in best]


def owned(seen: ws.Observation, player: int) -> list[int]:
    words = seen.record["owned"][player]
    return [
        route
        for route in range(int(seen.ruleset.rules[0]["routes"]))
        if int(words[route >> 6]) >> (route & 63) & 1
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), [("usa", 2), ("europe", 4), ("switzerland", 3)])
def test_as_the_slow_way(ruleset: str, players: int) -> None:
    """In a game in which several bots play, and after more than one default."""
    game = ws.Game.new(ruleset, players, seed=6)
    crew = [bots.make(name, seed=6) for name in ("planner", "greedy")]
    claiming = 0
    while not game.over:
        seat = game.to_act[0]
        seen = game.observe(seat)
        default = int(crew[game.version % 2].choose(seen))
        for first in {default, seen.legal_ids()[-1]}:
            found = kind_of(seen.ruleset).bots.search.proposals(seen, first)
            assert found == slowly(seen, first)
            claiming += len(found) > CLAIMS
        game.play_id(default, seat)
    assert claiming > 20


def test_a_spectator_tries_nothing_else() -> None:
    seen = ws.Game.new("usa", 2, seed=1).observe(None)
    assert kind_of(seen.ruleset).bots.search.proposals(seen, 5) == [5]
