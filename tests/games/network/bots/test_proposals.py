"""The actions that a search of the map games tries, against a slow version with Python's sets and dictionaries."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest
from tests.game.builders import player, start

import whistlestop as ws
from whistlestop import bots
from whistlestop.core.fields import COLORS, KEEP
from whistlestop.games.network.bots.claims import CLAIMS, DETOUR, NEAR, REPLACED
from whistlestop.games.network.bots.planner.contributions import NOT_TRIED
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
    claims = [action for action in legal if kinds[action] == CLAIM]
    serving = serving_routes(seen)
    others = [action for action in legal if kinds[action] not in {CLAIM, *NOT_TRIED}]
    return list(dict.fromkeys([default, *best_claims(seen, claims, serving), *others]))


def cheapest_claim(seen: ws.Observation, claims: list[int]) -> int:
    """The payment with the fewest wilds and others' cards, and of these the one that uses up most of a color."""
    rules, hand = seen.ruleset.rules[0], seen.record["hand"][seen.seat]

    def cost(action: int) -> int:
        color, colored, wilds = (
            int(rules[f"action_{part}"][action]) for part in ("color", "colored", "wild")
        )
        left = int(hand[color]) - colored if color < COLORS else 0
        replaced = int(rules["route_length"][rules["action_arg"][action]]) - colored - wilds
        return wilds * 100 - left + replaced * REPLACED

    return min(claims, key=cost)


def best_claims(seen: ws.Observation, claims: list[int], serving: set[int]) -> list[int]:
    rules = seen.ruleset.rules[0]
    networks = [
        {int(rules[end][route]) for end in ("route_a", "route_b") for route in owned(seen, player)}
        for player in range(int(seen.record["players"]))
    ]

    def worth(route: int) -> int:
        ends = int(rules["route_a"][route]), int(rules["route_b"][route])
        near = sum(city in network for network in networks for city in ends)
        return int(rules["points"][rules["route_length"][route]]) + near * NEAR

    routes: dict[int, list[int]] = {}
    for action in claims:
        routes.setdefault(int(rules["action_arg"][action]), []).append(action)
    best = sorted(routes, key=lambda route: (route not in serving, -worth(route), route))
    return [cheapest_claim(seen, routes[route]) for route in best[: len(serving & set(routes)) + CLAIMS]]


def serving_routes(seen: ws.Observation) -> set[int]:
    """By networkx: the open routes on paths of incomplete tickets at most `DETOUR` longer than the shortest."""
    record, rules, seat = seen.record, seen.ruleset.rules[0], seen.seat
    network: Any = nx.MultiGraph()
    network.add_nodes_from(range(int(rules["cities"])))
    for route in range(int(rules["routes"])):
        ends = int(rules["route_a"][route]), int(rules["route_b"][route])
        if route in owned(seen, seat):
            network.add_edge(*ends, trains=0)
        elif route in members(record["open"][seat]):
            network.add_edge(*ends, trains=int(rules["route_trains"][route]), route=route)
    lengths = dict(nx.all_pairs_dijkstra_path_length(network, weight="trains"))
    found: set[int] = set()
    for ticket in members(record["tickets"][seat]):
        origins = members([rules["ticket_origin"][ticket]])
        targets = [
            members([each]) for each in rules["ticket_target"][ticket][: int(rules["ticket_targets"][ticket])]
        ]
        if any(lengths[a].get(b) == 0 for these in targets for a in origins for b in these):
            continue
        for these in targets:
            pairs = [(a, b) for a in origins for b in these if b in lengths[a]]
            if not pairs:
                continue
            shortest = min(lengths[a][b] for a, b in pairs)
            for x, y, edge in network.edges(data=True):
                ways = [
                    lengths[a][c] + edge["trains"] + lengths[d][b]
                    for a, b in pairs
                    for c, d in ((x, y), (y, x))
                    if c in lengths[a]
                ]
                if "route" in edge and ways and min(ways) <= shortest + DETOUR:
                    found.add(edge["route"])
    return found


def members(words: Any) -> set[int]:
    """The numbers in a set of 64-bit words."""
    return {64 * place + bit for place, word in enumerate(words) for bit in range(64) if int(word) >> bit & 1}


def owned(seen: ws.Observation, player: int | None) -> set[int]:
    return members(seen.record["owned"][player])


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), [("usa", 2), ("europe", 4), ("switzerland", 3)])
def test_as_the_slow_way(ruleset: str, players: int) -> None:
    """Both versions agree in a game in which several bots play, and for more than one default."""
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


@pytest.mark.slow
def test_claims_for_own_tickets_come_first() -> None:
    game = start(
        "usa",
        player("black*3 white*3 red*3 wild", tickets="denver-el_paso"),
        player(),
        market="red blue green white black",
    )
    seen = game.observe(0)
    search = kind_of(seen.ruleset).bots.search
    texts = [seen.ruleset.notation.text(each, []) for each in search.proposals(seen, seen.legal_ids()[0])]
    assert texts[1].startswith("claim:denver-santa_fe:")
    routes = [text.split(":")[1] for text in texts if text.startswith("claim:")]
    assert "calgary-helena" in routes
    assert len(set(routes)) == len(routes)  # each with the cheapest payment
