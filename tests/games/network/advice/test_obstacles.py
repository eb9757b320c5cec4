"""Why routes cannot be claimed: every reason, and that exactly the routes that cannot be claimed have one."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from tests.game.builders import board, play, player, start

import whistlestop as ws

FIVE = "red blue green white black"
MAPS = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).data.machine == "network"]


def reasons(game: ws.Game, seat: int = 0) -> dict[str, dict[str, Any]]:
    """Return the obstacles of routes."""
    found: dict[str, dict[str, Any]] = msgspec.to_builtins(game.observe(seat).plan())["routes"]
    return found


def claimable(game: ws.Game, seat: int) -> set[str]:
    return {action.split(":")[1] for action in game.legal(seat) if action.startswith("claim:")}


def lack(**cards: int) -> dict[str, Any]:
    return {"why": "cards", "lacking": cards}


# ------------------------------------------------------------------------------------------------- one by one


def test_nothing_is_in_the_way_of_what_can_be_claimed() -> None:  # USA-16
    found = reasons(start("usa", player("purple*4"), market=FIVE))
    assert "denver-omaha" not in found
    assert len(found) < 100


def test_owned_routes() -> None:  # USA-16
    game = start("usa", player("purple*4", routes="helena-omaha"), player(routes="denver-omaha"), market=FIVE)
    assert reasons(game)["denver-omaha"] == {"why": "owned", "seat": 1}
    assert reasons(game)["helena-omaha"] == {"why": "owned", "seat": 0}


def test_both_routes_of_a_double_route_cannot_be_had() -> None:  # USA-22
    players = [player("blue*9 yellow*9", routes="dallas-houston"), player(), player(), player()]
    assert reasons(start("usa", *players, market=FIVE))["dallas-houston/2"] == {
        "why": "twin_owned",
        "twin": "dallas-houston",
    }


def test_a_double_route_is_closed_with_few_players() -> None:  # USA-23, USA-24
    me, other = player("blue*9"), player(routes="dallas-houston")
    assert reasons(start("usa", me, other, player(), market=FIVE))["dallas-houston/2"] == {
        "why": "twin_closed",
        "twin": "dallas-houston",
        "seat": 1,
        "open_from": 4,
    }
    assert "dallas-houston/2" not in reasons(start("usa", me, other, player(), player(), market=FIVE))


def test_trains() -> None:  # USA-25
    game = start("usa", player("purple*4", trains=3), market=FIVE)
    assert reasons(game)["denver-omaha"] == {"why": "trains", "needed": 4, "left": 3}


def test_cards_of_a_color() -> None:  # USA-17, USA-18
    assert reasons(start("usa", player(), market=FIVE))["denver-omaha"] == lack(purple=4)
    assert reasons(start("usa", player("purple"), market=FIVE))["denver-omaha"] == lack(purple=3)
    assert reasons(start("usa", player("purple wild"), market=FIVE))["denver-omaha"] == lack(purple=2)
    assert reasons(start("usa", player("red*9 wild*2"), market=FIVE))["denver-omaha"] == lack(purple=2)


def test_cards_of_a_gray_route() -> None:  # USA-17, USA-19: the color that the hand has most of
    found = reasons(start("usa", player("red blue*2 white"), market=FIVE))
    assert found["calgary-vancouver"] == lack(blue=1)
    assert reasons(start("usa", player("red blue*2 wild"), market=FIVE)).get("calgary-vancouver") is None


def test_wilds_of_a_ferry() -> None:  # EUR-9: Palermo-Smyrna, six spaces, two of them wild
    def of(hand: str) -> dict[str, Any] | None:
        return reasons(start("europe", player(hand), market=FIVE)).get("palermo-smyrna")

    assert of("red*4") == lack(wild=2)
    assert of("red*3 wild") == lack(red=1, wild=1)
    assert of("red wild*3") == lack(red=2)
    assert of("wild*6") is None


def test_a_ferry_of_wilds_only() -> None:  # EUR-10
    small = board("a-b:2:gray:ferry*2 b-c:3:red", "a-c:5 b-c:3")
    game = start(small, player("red*3 wild"), player(), market=FIVE)
    assert reasons(game)["a-b"] == lack(wild=1)


def test_wilds_that_pay_for_tunnels_only() -> None:  # SWI-11
    game = start("switzerland", player("wild*9"), market=FIVE)
    kinds = {route.id: route.kind for route in game.ruleset.routes}
    for route, reason in reasons(game).items():
        if reason["why"] == "cards":
            assert kinds[route] != "tunnel"
            assert "wild" not in reason["lacking"]


def test_not_your_turn() -> None:  # COM-2
    game = start("usa", player(), player("purple*4"), market=FIVE)
    assert reasons(game, 1)["denver-omaha"] == {"why": "turn"}
    assert reasons(game, 1)["helena-omaha"] == lack(red=5)


def test_another_decision_comes_first() -> None:  # USA-11, USA-27
    game = start("usa", player("purple*4"), market=FIVE, deck="red*9", ticket_deck="boston-miami")
    assert reasons(play(game, "draw"))["denver-omaha"] == {"why": "decision"}
    game = start("usa", player("purple*4"), market=FIVE, ticket_deck="boston-miami")
    assert reasons(play(game, "tickets"))["denver-omaha"] == {"why": "decision"}


def test_in_the_opening() -> None:  # COM-19: a seat that has chosen waits for the others
    game = ws.Game.new("usa", players=2, seed=1)
    payable = next(
        iter(set(reasons(game)) - {r for r, why in reasons(game).items() if why["why"] == "cards"})
    )
    assert reasons(game)[payable] == {"why": "decision"}
    game.play(game.legal(0)[0], 0)
    assert reasons(game)[payable] == {"why": "turn"}


def test_a_tunnel_under_way() -> None:  # EUR-12, EUR-15: its payment is in no hand
    game = start("europe", player("white*4"), market=FIVE, deck="white red red " + "green*9", discard="")
    route = next(
        route.id
        for route in game.ruleset.routes
        if route.kind == "tunnel" and route.color in {"white", "gray"} and route.length <= 3
    )
    game.play(next(action for action in game.legal() if action.startswith(f"claim:{route}:white")))
    assert game.view(0)["phase"] == "tunnel"
    assert reasons(game)[route] == {"why": "decision"}
    assert reasons(game, 1)[route]["why"] in {"cards", "turn"}


# ---------------------------------------------------------------------------------------------- at any position


def positions(ruleset: str, seed: int, every: int = 17) -> list[ws.Game]:
    """Return 25 positions of random play with many claims, from as many games as needed."""
    rng = random.Random(f"{ruleset} {seed}")
    loaded = ws.load_ruleset(ruleset)
    found: list[ws.Game] = []
    while len(found) < 25:
        players = rng.randint(loaded.min_players, loaded.max_players)
        game = ws.Game.new(ruleset, players=players, seed=seed)
        seed += 1
        while not game.over and len(found) < 25:
            seat = rng.choice(game.to_act)
            legal = game.legal(seat)
            claims = [action for action in legal if action.startswith(("claim", "station"))]
            game.play(rng.choice(claims if claims and rng.random() < 0.6 else legal), seat)
            if game.version % every == 0 and not game.over:
                found.append(game.copy())
    return found


@pytest.mark.parametrize("ruleset", MAPS)
def test_every_route_can_be_claimed_or_has_a_reason(ruleset: str) -> None:
    for game in positions(ruleset, 1):
        for seat in range(game.players):
            found = reasons(game, seat)
            can = claimable(game, seat)
            assert not can & set(found)
            assert can | set(found) == {route.id for route in game.ruleset.routes}
            if game.to_act == (seat,) and game.view(seat)["phase"] == "turn":
                assert {"turn", "decision"}.isdisjoint(reason["why"] for reason in found.values())
            if seat not in game.to_act:
                assert "decision" not in {reason["why"] for reason in found.values()}


def with_cards(game: ws.Game, seat: int, cards: dict[str, int]) -> ws.Game | None:
    """Return the game with cards of deck and discard pile moved to a hand; None if there are too few."""
    position = game.position()
    hand = position["players"][seat]["hand"]
    for card, count in cards.items():
        for _ in range(count):
            if card in position["deck"]:
                position["deck"].remove(card)
            elif position["discard"].get(card):
                position["discard"][card] -= 1
            else:
                return None
            hand[card] = hand.get(card, 0) + 1
    return ws.Game.from_position(position)


@pytest.mark.parametrize("ruleset", MAPS)
def test_cards_that_are_lacking_are_just_enough(ruleset: str) -> None:
    tried = 0
    rng = random.Random(2)
    for game in positions(ruleset, 2):
        seat = game.to_act[0]
        if game.view(seat)["phase"] != "turn":
            continue
        lacking = {
            route: why["lacking"] for route, why in reasons(game, seat).items() if why["why"] == "cards"
        }
        for route in rng.sample(sorted(lacking), min(4, len(lacking))):
            cards = lacking[route]
            after = with_cards(game, seat, cards)
            if after is None:
                continue
            tried += 1
            assert route in claimable(after, seat)
            assert route not in reasons(after, seat)
            card = rng.choice(sorted(cards))
            fewer = with_cards(game, seat, {**cards, card: cards[card] - 1})
            assert fewer is not None
            assert reasons(fewer, seat)[route]["why"] == "cards"
            assert sum(reasons(fewer, seat)[route]["lacking"].values()) == 1
    assert tried >= 10
