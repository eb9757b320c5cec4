"""The engine against the second, slow implementation of the rules, ply by ply (INV-1 to INV-8, COM-24)."""

from __future__ import annotations

import random
import zlib
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.campaign import PUBLISHED, variants
from tests.core.players import PLAYERS
from tests.games.network.mechanisms import final, mixtures, model

import whistlestop as ws
from whistlestop.rulesets import ruleset_from_data


def plain(position: dict[str, Any]) -> dict[str, Any]:
    """Return the data with tuples as lists."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(position))
    return found


def compare_game(game: ws.Game, style: str, rnd: random.Random) -> None:
    ruleset = game.ruleset
    position = plain(game.position())
    while not game.over:
        for seat in range(game.players):
            listed = game.legal(seat)
            assert len(listed) == len(set(listed))
            assert set(listed) == model.legal(position, ruleset, seat)
        seat = rnd.choice(game.to_act)
        action = PLAYERS[style](rnd, game.legal(seat))
        expected = model.play(position, ruleset, seat, action)
        game.play(action, seat)
        position = plain(game.position())
        assert position == expected, action
    outcome = game.outcome()
    assert outcome is not None
    if max(len(player["routes"]) for player in position["players"]) > 20:
        return  # walking every path would take too long
    for mine, theirs in zip(final.outcome(position, ruleset), outcome["players"], strict=True):
        assert {part: theirs[part] for part in mine} == mine


STYLES = list(PLAYERS)
RULESETS = {
    ruleset.id: ruleset
    for ruleset in map(ws.load_ruleset, [*ws.ruleset_ids(variants=True), *PUBLISHED])
    if ruleset.id in model.GAMES
}
RULESETS["usa_small"] = ruleset_from_data(
    RULESETS["usa"].data.plain()
    | {
        "id": "usa_small",
        "small_trains": dict(zip(("count", "routes"), model.GAMES["usa_small"].small_trains, strict=True)),
    }
)
VARIANTS = [name for name in model.GAMES if name not in ws.ruleset_ids()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "players", "style"),
    [
        (*variant, STYLES[(n + 3 * half) % 6])
        for n, variant in enumerate(variants(kind="network"))
        for half in (0, 1)
        if variant[0] in model.GAMES  # the added boards have their own tests
    ]
    + [(name, 2 + n % 4, STYLES[n % 6]) for n, name in enumerate(VARIANTS)],
)
def test_whole_games(ruleset: str, players: int, style: str) -> None:
    seed = zlib.crc32(f"{ruleset} {players} {style}".encode())
    compare_game(ws.Game.new(RULESETS[ruleset], players, seed=seed), style, random.Random(seed))


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(st.integers(2, 5), st.sampled_from(STYLES), st.integers(0, 2**32))
def test_two_decks_and_passengers(players: int, style: str, seed: int) -> None:  # GER-1 to GER-14
    compare_game(ws.Game.new(RULESETS["germany"], players, seed=seed), style, random.Random(seed))


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 2**32))
def test_short_of_tickets_of_two_decks(short: int, long: int, seed: int) -> None:  # GER-3 to GER-6
    game = ws.Game.new(RULESETS["germany"], 2, seed=seed)
    for _ in range(game.players):
        game.play("mix:2")
    position = plain(game.position())
    position["phase"] = "turn"
    decks = mixtures.decks(position, game.ruleset)
    position["ticket_deck"] = [*decks[0][:short], *decks[1][:long]]
    position["removed"] = [*decks[0][short:], *decks[1][long:]]
    for player in position["players"]:
        player["tickets"], player["offer"], player["trains"] = player["offer"], [], 12
    compare_game(ws.Game.from_position(position), "collector", random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["usa", "europe", "switzerland", "europe_depots"])
@pytest.mark.parametrize("seed", range(6))
def test_short_of_cards(ruleset: str, seed: int) -> None:
    """Plays games that start with few cards in deck and discard pile: reshuffles, empty slots, passes (RUL-5 to
    RUL-13).
    """
    rnd = random.Random(seed)
    game = ws.Game.new(ruleset, 2, seed=seed)
    position = game.position()
    position["phase"] = "turn"
    deck = list(position["deck"])
    rnd.shuffle(deck)
    few = seed * 2
    for player in position["players"]:
        player["tickets"], player["offer"] = player["offer"], ()
        player["trains"] -= rnd.randrange(20, 38)  # otherwise the game would take long to end
    if "depots_left" in position["players"][0]:
        for player, city in zip(position["players"], ("lisboa", "moskva"), strict=True):
            player["depots"], player["depots_left"] = (city,), rnd.randrange(3)
    rich = position["players"][1]["hand"]
    for kind in deck[few:]:
        rich[kind] = rich.get(kind, 0) + 1
    position["deck"] = deck[:few]
    position["removed"] = [t.id for t in game.ruleset.tickets if t.id in position["ticket_deck"][few:]]
    position["removed"] += [t.id for t in game.ruleset.tickets if t.long]
    held = {ticket for player in position["players"] for ticket in player["tickets"]}
    position["removed"] = [ticket for ticket in position["removed"] if ticket not in held]
    position["ticket_deck"] = position["ticket_deck"][:few]
    compare_game(ws.Game.from_position(position), ["hoarder", "uniform", "builder"][seed % 3], rnd)


@pytest.mark.slow
def test_ranks() -> None:
    """COM-22, USA-35, EUR-34, SWI-18: ranks of players with equal scores, in random positions."""
    rnd = random.Random(3)
    seen = set()
    for ruleset in model.GAMES:
        rules = RULESETS[ruleset]
        for _ in range(150):
            players = rnd.randint(rules.min_players, rules.max_players)
            position = random_end(rules, players, rnd, routes=rnd.choice([0, 1, 2, 3]), tickets=2)
            for seat, result in enumerate(final.outcome(position, rules)):
                position["players"][seat]["score"] = rnd.choice([50, 50, 50, 51]) - result["score"]
            expected = [result["rank"] for result in final.outcome(position, rules)]
            outcome = ws.Game.from_position(position).outcome()
            assert outcome is not None
            assert [result["rank"] for result in outcome["players"]] == expected
            seen.add(tuple(sorted(expected)))
    assert {(1, 1), (1, 2), (1, 1, 3), (1, 2, 2), (1, 1, 1)} <= seen


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.randoms(use_true_random=False))
def test_ends_with_passengers(players: int, rnd: random.Random) -> None:  # GER-10, GER-11, GER-13, GER-14
    rules = RULESETS["germany"]
    position = random_end(rules, players, rnd, routes=rnd.randint(0, 15), tickets=rnd.randint(0, 10))
    outcome = ws.Game.from_position(position).outcome()
    assert outcome is not None
    for mine, theirs in zip(final.outcome(position, rules), outcome["players"], strict=True):
        assert {part: theirs[part] for part in mine} == mine


def random_passengers(rules: ws.Ruleset, players: int, rnd: random.Random) -> list[Counter[str]]:
    """Return the figures that the players have taken, a random part of all."""
    data: Any = rules.data
    own = data.passengers
    bag = [color for color in own.colors for _ in range(own.each)]
    taken: list[Counter[str]] = [Counter() for _ in range(players)]
    for color in rnd.sample(bag, rnd.randint(0, len(bag))):
        rnd.choice(taken)[color] += 1
    return taken


def random_end(
    rules: ws.Ruleset, players: int, rnd: random.Random, *, routes: int, tickets: int, stations: int = 3
) -> dict[str, Any]:
    """Return the end of a game with random routes, tickets and stations, as a position."""
    seats: list[dict[str, Any]] = []
    free = list(rules.routes)
    rnd.shuffle(free)
    cards = [ticket.id for ticket in rules.tickets if not ticket.long]
    rnd.shuffle(cards)
    cities = [city.id for city in rules.cities]
    rnd.shuffle(cities)
    taken: set[frozenset[str]] = set()
    passengers = random_passengers(rules, players, rnd)
    for seat in range(players):
        small = int(rules.rules["small_trains"][0])
        trains = {True: small, False: int(rules.rules["trains"][0]) - small}
        mine: list[str] = []
        for route in list(free):
            if (
                len(mine) < routes
                and route.length <= trains[route.small]
                and frozenset((route.a, route.b)) not in taken
            ):
                taken.add(frozenset((route.a, route.b)))
                trains[route.small] -= route.length
                mine.append(route.id)
                free.remove(route)
        built = [cities.pop() for _ in range(rnd.randint(0, min(stations, int(rules.rules["stations"][0]))))]
        seats.append(
            {
                "routes": sorted(mine),
                "tickets": sorted(cards.pop() for _ in range(tickets)),
                "stations": built,
                "score": 0,
            }
        )
        if depots := int(rules.rules["depots"][0]):
            seats[-1] |= {"depots": [cities.pop()], "depots_left": rnd.randrange(depots)}
        if rules.rules["passengers"][0]:
            seats[-1]["passengers"] = passengers[seat]
    if rules.id not in ws.ruleset_ids(variants=True):
        return {"board": rules.data.plain(), "players": seats, "phase": "over"}
    return {"ruleset": rules.id, "players": seats, "phase": "over"}
